import { expect, onTestFinished, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";

// Field report 137: a body that cannot be cancelled rejects, and a rejection nobody observes ends the process.

function unhandled(): readonly unknown[] {
  const seen: unknown[] = [];
  const note = (reason: unknown): void => void seen.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  return seen;
}

/** Answers nothing but event streams that never end, and that reject when they are cancelled. */
function stubborn() {
  let opened = (): void => undefined;
  const open = new Promise<void>((resolve) => {
    opened = resolve;
  });
  let cancelled = 0;
  const fetch: typeof globalThis.fetch = async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: () => {
        opened();
        return new Promise<void>(() => undefined);
      },
      cancel: () => {
        cancelled += 1;
        return Promise.reject(new Error("the body cannot be cancelled"));
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
  return { fetch, open, cancelled: () => cancelled };
}

test.each(["an aborted call", "a closed client"])(
  "%s cancels a body that rejects, and nothing is left unhandled",
  async (way) => {
    const rejections = unhandled();
    const { fetch, open, cancelled } = stubborn();
    const client = await connected(http("https://example.com/mcp", { fetch }), { protocol: "2026-07-28" });
    const abort = new AbortController();
    const call = client.callTool("slow", {}, { signal: abort.signal });
    const failed = expect(call).rejects.toThrow(way === "an aborted call" ? "enough" : "was closed");
    await open;
    if (way === "an aborted call") abort.abort(new Error("enough"));
    else await client.close();
    await failed;
    // Told by the platform once the tasks after the rejection have run.
    await new Promise((resolve) => setImmediate(resolve));
    expect(cancelled()).toBe(1);
    expect(rejections).toEqual([]);
  },
);
