import { getEventListeners } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { onAbort } from "../../src/calls/on-abort.ts";
import { ERAS, open, thrown } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";

const listenersOf = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;

test.each(ERAS)(
  "a signal of many calls under way has one listener, and ends them all (%s)",
  async (protocol) => {
    const warnings: Error[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on("warning", warned);
    onTestFinished(() => void process.off("warning", warned));
    const server = rawServer({ methods: { "tools/call": () => SILENT } });
    const { client } = await open(server.transport, { protocol });
    const controller = new AbortController();
    const { signal } = controller;
    const calls = Array.from({ length: 50 }, () => thrown(client.callTool("a", {}, { signal })));
    await server.arrived("tools/call", 50);
    expect(listenersOf(signal)).toBe(1);
    controller.abort("enough");
    expect(await Promise.all(calls)).toEqual(calls.map(() => "enough"));
    expect(listenersOf(signal)).toBe(0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  },
);

test("one callback may wait twice, and one that was ended by another is not called", () => {
  const controller = new AbortController();
  const heard: string[] = [];
  const both = (): void => void heard.push("both");
  const first = onAbort(controller.signal, both);
  onAbort(controller.signal, both);
  first();
  first();
  let last: () => void = () => undefined;
  onAbort(controller.signal, () => last());
  last = onAbort(controller.signal, () => void heard.push("last"));
  controller.abort();
  expect(heard).toEqual(["both"]);
});
