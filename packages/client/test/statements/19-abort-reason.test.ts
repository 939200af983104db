// Statement 19: an abort rejects with exactly its reason, never with a code of a timeout.
import { testServer } from "@snodo/testing";
import { expect, test } from "vitest";
import { dial, MATRIX, thrown } from "../support/clients.ts";

test.each(MATRIX)("%s over %s", async (protocol, over) => {
  const server = testServer({ tools: { wait: () => new Promise(() => undefined) } });
  const { client } = await dial(server, over, { protocol });
  for (const reason of [new Error("mine"), "text", 7, { any: "thing" }, null]) {
    const controller = new AbortController();
    const failing = thrown(client.callTool("wait", {}, { signal: controller.signal }));
    controller.abort(reason);
    expect(await failing).toBe(reason);
  }
  const controller = new AbortController();
  const failing = thrown(client.callTool("wait", {}, { signal: controller.signal }));
  controller.abort();
  expect(await failing).toMatchObject({ name: "AbortError" });
});
