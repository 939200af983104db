// Statement 19 (stdio part): an abort rejects with the caller's own reason.
import { expect, test } from "vitest";
import { open, puppet, rejection } from "../support/open.ts";

test.each([new Error("mine"), "a string", { any: "thing" }])(
  "opening rejects with exactly the reason: %o",
  async (reason) => {
    const controller = new AbortController();
    const options = puppet({
      spawn: () => {
        throw new Error("nothing may be started");
      },
    });
    controller.abort(reason);
    expect(await rejection(open(options, { signal: controller.signal }))).toBe(reason);
  },
);
