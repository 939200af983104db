import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";

// Statement 27: after close no callback runs, and the body is cancelled, with a fetch that ignores its signal.

test("the reader is cancelled, and what comes later reaches nobody", async () => {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let cancel = (): void => undefined;
  const cancelled = new Promise<void>((resolve) => {
    cancel = resolve;
  });
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: () => cancel(),
  });
  const say = (text: string): void => controller?.enqueue(new TextEncoder().encode(text));
  const note =
    'data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}\n\n';
  const fetch = async (): Promise<Response> =>
    new Response(body, { headers: { "content-type": "text/event-stream" } });
  const client = await connected(http("http://h.test/mcp", { fetch }), { protocol: "2026-07-28" });
  let progress = 0;
  const call = client.callTool("x", {}, { onProgress: () => (progress += 1) });
  const outcome = call.catch((error: unknown) => error);
  say(note);
  await expect.poll(() => progress).toBe(1);
  await client.close();
  await cancelled;
  expect(() => say(note)).toThrow();
  expect(await outcome).toMatchObject({ reason: { type: "closed" } });
  expect(progress).toBe(1);
});
