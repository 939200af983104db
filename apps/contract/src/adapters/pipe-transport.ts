import type { PipeEnd, PipeTarget } from "@snodo/testing";

/** The part of their transport interfaces that the other libraries share. */
export interface CommonTransport {
  start(): Promise<void>;
  send(message: object): Promise<void>;
  close(): Promise<void>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: unknown) => void;
}

/**
 * A pipe as a transport of the other libraries; each `start` starts the server anew.
 *
 * @param target - the pipe
 * @param parse - what the library's own stdio transport checks messages with; what it throws on is skipped, as there
 */
export function pipeTransport(target: PipeTarget, parse: (message: unknown) => unknown): CommonTransport {
  let end: PipeEnd | undefined;
  const receive = (message: unknown): void => {
    // As their stdio transports do: what a client throws while it takes a message is reported, and the pipe goes on.
    try {
      transport.onmessage?.(parse(message));
    } catch (error) {
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const transport: CommonTransport = {
    async start() {
      end = target.open(
        (message) => receive(message),
        () => transport.onclose?.(),
      );
    },
    async send(message) {
      if (end === undefined) throw new Error("the transport was not started");
      end.send(message);
    },
    async close() {
      end?.close();
      transport.onclose?.();
    },
  };
  return transport;
}
