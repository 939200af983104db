import type {
  Clock,
  DiagnosticLevel,
  JsonRpcRequest,
  JsonRpcResponse,
  McpError,
  Revision,
  Routing,
} from "@snodo/protocol";
import type { Running } from "../exchange/exchange.ts";
import type { ProtocolHeaders } from "../request/protocol-headers.ts";
import type { Wire } from "../request/wire.ts";
import type { Session } from "../session/session.ts";
import type { EventStream, StreamReader, StreamStart } from "../sse/event-stream.ts";
import type { Call } from "./call.ts";

/** What a message that wants no answer needs of its connection. */
export interface OneWayHost {
  readonly url: string;
  readonly label: string;
  readonly wire: Wire;
  readonly headers: ProtocolHeaders;
  readonly session: Session;
  readonly clock: Clock;
  /**
   * Gives a response that is of no more use a moment to end, so that its connection can be used again.
   *
   * @returns to be called when it has ended
   */
  linger(running: Running): () => void;
}

/** What a call needs of the connection it is made on. */
export interface CallHost extends OneWayHost {
  readonly maxResponseBytes: number;
  readonly idleTimeout: number | undefined;
  /** Whether the standalone stream is there to carry an answer. */
  readonly channel: boolean;
  /** Takes note that a call settled or was given up. */
  settled(call: Call): void;
  /** Answers a request of the server once `answer` is known, with a POST of its own. */
  answerLater(message: JsonRpcRequest, answer: Promise<JsonRpcResponse | undefined>, routing: Routing): void;
  /** Tells the server that a request was given up. */
  cancelled(request: JsonRpcRequest, reason: string, routing: Routing): void;
  /** Opens a stream that takes up where a response stopped. */
  resume(revision: Revision, reader: StreamReader, start: StreamStart): EventStream;
  /** Milliseconds to wait before sending a failed request again, or undefined. */
  retryDelay(request: JsonRpcRequest, routing: Routing, error: McpError, retries: number): number | undefined;
  /** What else may explain that the server cannot be reached, or refuses. */
  hint(problem: "unreachable" | "refused"): string | undefined;
  report(level: DiagnosticLevel, code: string, message: string): void;
}
