import type { Opened } from "./open.ts";

/** Makes the puppet write these bytes to stdout, `size` at a time, before it answers. */
export function raw({ request }: Opened, bytes: string | readonly number[], size = 65_536): Promise<unknown> {
  const base64 = Buffer.from(typeof bytes === "string" ? bytes : Uint8Array.from(bytes)).toString("base64");
  return request("raw", { base64, size });
}

/** Rejections and exceptions that would end a host, seen while `work` runs and for a moment after. */
export async function uncaughtDuring(work: () => Promise<unknown>): Promise<unknown[]> {
  const seen: unknown[] = [];
  const note = (error: unknown): void => {
    seen.push(error);
  };
  const kept = (["uncaughtException", "unhandledRejection"] as const).map((event) => {
    const listeners = process.listeners(event as "uncaughtException");
    process.removeAllListeners(event);
    process.on(event as "uncaughtException", note);
    return { event, listeners };
  });
  try {
    await work();
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  } finally {
    for (const { event, listeners } of kept) {
      process.off(event as "uncaughtException", note);
      for (const listener of listeners) process.on(event as "uncaughtException", listener);
    }
  }
  return seen;
}
