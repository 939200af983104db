import {
  type Clock,
  type Connection,
  type Exchange,
  type InFlight,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type OpenContext,
  systemClock,
  type Transport,
} from "@snodo/protocol";
import { wrapConnection } from "../wrap/wrap-connection.ts";
import { wrapContext, wrapExchange } from "../wrap/wrap-exchange.ts";
import { recordError } from "./recorded-error.ts";
import { type RedactOptions, redactor } from "./redact.ts";
import { recordingText } from "./text.ts";
import { type Recording, type WireEntry, WireLog } from "./wire-log.ts";

/** What is recorded, and how much. */
export interface RecordOptions extends RedactOptions {
  /** Entries that are kept, oldest dropped first. Defaults to 10,000. */
  readonly limit?: number | undefined;
  /** Stamps the entries. Defaults to the platform's clock. */
  readonly clock?: Clock | undefined;
}

/** A transport that remembers what passed through it. */
export interface RecordingTransport extends Transport {
  /** Everything that is kept, ready for `JSON.stringify` and `replayTransport`. */
  recording(): Recording;
  /** The same for people. */
  text(): string;
  /** Forgets everything. */
  clear(): void;
}

type Entry = WireEntry extends infer Each
  ? Each extends WireEntry
    ? Omit<Each, "at" | "connection">
    : never
  : never;
type Note = (entry: Entry) => void;

/**
 * Records what passes through a transport, without the secrets in it: credentials under their usual names, texts that
 * look like tokens, and the values given as `secrets`.
 *
 * @param transport - the transport that does the work
 * @param options - secrets, bound and clock
 */
export function recordTransport(transport: Transport, options: RecordOptions = {}): RecordingTransport {
  const clock = options.clock ?? systemClock;
  const clean = redactor(options);
  const log = new WireLog(options.limit ?? 10_000, clean);
  const start = clock.now();
  let connections = 0;
  let calls = 0;
  const recording = (): Recording => ({
    version: 1,
    kind: transport.kind,
    label: String(clean(transport.label)),
    dropped: log.dropped,
    entries: [...log.entries],
  });
  return {
    kind: transport.kind,
    label: transport.label,
    ...(transport.revisions === undefined ? {} : { revisions: transport.revisions }),
    ...(transport.untimed === undefined ? {} : { untimed: transport.untimed }),
    recording,
    text: () => recordingText(recording()),
    clear: () => log.clear(),
    async open(context) {
      connections += 1;
      const connection = connections;
      const note: Note = (entry) => log.add({ at: clock.now() - start, connection, ...entry } as WireEntry);
      const nextCall = (): number => {
        calls += 1;
        return calls;
      };
      try {
        const inner = await transport.open(watched(context, note));
        note({ type: "open" });
        return recorded(inner, note, nextCall);
      } catch (error) {
        note({ type: "open_failed", error: recordError(error) });
        throw error;
      }
    },
  };
}

function watched(context: OpenContext, note: Note): OpenContext {
  const { inbound } = context;
  return wrapContext(context, {
    notification(message) {
      note({ type: "notification", message });
      inbound.notification(message);
    },
    request: (message) => answered(note, undefined, message, (request) => inbound.request(request)),
    closed(error) {
      note({ type: "lost", error: recordError(error) });
      inbound.closed(error);
    },
  });
}

async function answered(
  note: Note,
  call: number | undefined,
  message: JsonRpcRequest,
  answer: (message: JsonRpcRequest) => Promise<JsonRpcResponse | undefined>,
): Promise<JsonRpcResponse | undefined> {
  note({ type: "server_request", call, message });
  const response = await answer(message);
  if (response !== undefined) note({ type: "server_answer", call, message: response });
  return response;
}

function recorded(inner: Connection, note: Note, nextCall: () => number): Connection {
  return wrapConnection(inner, {
    send: (message, exchange) => sent(inner, note, nextCall(), message, exchange),
    notify(message, routing, notify) {
      note({ type: "client_notification", message });
      return notify(message, routing);
    },
    close() {
      note({ type: "close" });
      return inner.close();
    },
  });
}

function sent(
  inner: Connection,
  note: Note,
  call: number,
  message: JsonRpcRequest,
  exchange: Exchange,
): InFlight {
  note({ type: "request", call, message });
  const flight = inner.send(
    message,
    wrapExchange(exchange, {
      notification(notification) {
        note({ type: "notification", call, message: notification });
        exchange.notification(notification);
      },
      request: (request) => answered(note, call, request, (each) => exchange.request(each)),
    }),
  );
  const response = flight.response.then(
    (answer) => {
      note({ type: "response", call, message: answer });
      return answer;
    },
    (error: unknown) => {
      note({ type: "failure", call, error: recordError(error) });
      throw error;
    },
  );
  return {
    response,
    cancel(reason) {
      note({ type: "cancel", call, reason });
      flight.cancel(reason);
    },
  };
}
