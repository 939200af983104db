import type { SdkTransport } from "../../src/index.ts";

/** A transport of the SDK's shape that does what a test tells it. */
export function scripted(script: Partial<SdkTransport> = {}): SdkTransport & { readonly sent: unknown[] } {
  const sent: unknown[] = [];
  return {
    sent,
    start: async () => undefined,
    async send(message: unknown) {
      sent.push(message);
    },
    async close() {
      this.onclose?.();
    },
    ...script,
  };
}

/** Answers `initialize`, and leaves everything else to `more`. */
export function answering(more: (message: { id: number; method: string }) => unknown): SdkTransport {
  return scripted({
    async send(this: SdkTransport, message: { id?: number; method: string }) {
      const result =
        message.method === "initialize"
          ? { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "s", version: "1" } }
          : message.id === undefined
            ? undefined
            : await more(message as { id: number; method: string });
      if (result !== undefined) this.onmessage?.({ jsonrpc: "2.0", id: message.id, result } as never);
    },
  } as Partial<SdkTransport>);
}

/** Options of `connect` for such a transport. */
export const pinned = { protocol: "2025-11-25" } as const;
