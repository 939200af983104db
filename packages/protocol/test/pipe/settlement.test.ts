import { describe, expect, test, vi } from "vitest";
import { Settlement } from "../../src/pipe/settlement.ts";

const answer = { jsonrpc: "2.0", id: 1, result: {} } as const;
const settler = () => ({ answered: vi.fn(), failed: vi.fn() });

describe("the end of a request", () => {
  test("is told to a settler that waits, or to one that comes late", () => {
    for (const early of [true, false]) {
      const settlement = new Settlement();
      const heard = settler();
      if (early) settlement.settle(heard);
      settlement.answer(answer);
      if (!early) settlement.settle(heard);
      expect(heard.answered.mock.calls).toEqual([[answer]]);
      expect(heard.failed).not.toHaveBeenCalled();
    }
  });

  test("a failure likewise, also one that is undefined", () => {
    for (const early of [true, false]) {
      const settlement = new Settlement();
      const heard = settler();
      if (early) settlement.settle(heard);
      settlement.fail(undefined);
      if (!early) settlement.settle(heard);
      expect(heard.failed.mock.calls).toEqual([[undefined]]);
    }
  });

  test("is one promise for whoever asks, before or after", async () => {
    const settlement = new Settlement();
    const before = settlement.response;
    expect(settlement.response).toBe(before);
    settlement.answer(answer);
    expect(await before).toBe(answer);
    const failed = new Settlement();
    failed.fail(new Error("lost"));
    await expect(failed.response).rejects.toThrow("lost");
  });

  test("a failure nobody asked about is no unhandled rejection", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    new Settlement().fail(new Error("lost"));
    await new Promise(setImmediate);
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});
