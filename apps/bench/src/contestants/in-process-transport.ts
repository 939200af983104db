import type { Answerer } from "./contestant.ts";

/** The part of their transport interfaces that the other libraries share. */
interface AnsweringTransport {
  start(): Promise<void>;
  send(message: object): Promise<void>;
  close(): Promise<void>;
  onclose?: () => void;
  onmessage?: (message: unknown) => void;
}

/** A server in this process, as a transport of the other libraries. */
export function answeringTransport(answer: Answerer): AnsweringTransport {
  const transport: AnsweringTransport = {
    start: async () => undefined,
    async send(message) {
      const reply = answer(message);
      if (reply !== undefined) queueMicrotask(() => transport.onmessage?.(reply));
    },
    async close() {
      transport.onclose?.();
    },
  };
  return transport;
}
