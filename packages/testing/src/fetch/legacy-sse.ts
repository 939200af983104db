import { ErrorCode, type Runtime } from "@snodo/protocol";
import { type ServedPipe, servePipe } from "../hosts/serve-pipe.ts";
import { accepts, readBody } from "./body.ts";
import { accepted, refusal, streamReply } from "./reply.ts";

/** How the transport of 2024-11-05 is played. */
export interface LegacySseOptions {
  /** What the `endpoint` event says, from the session's id. Defaults to the same path with `?sessionId=`. */
  readonly endpoint?: ((sessionId: string, request: Request) => string) | undefined;
}

/** A web-standard handler, with what a test does to it from outside. */
export interface LegacySseHandler {
  (request: Request): Promise<Response>;
  /** How many event streams are open. */
  readonly open: number;
  /** Closes every event stream. */
  dropStreams(): void;
}

interface Session {
  readonly pipe: ServedPipe;
  readonly stream: ReadableStreamDefaultController<Uint8Array>;
}

const MAX_BODY = 16 * 1024 * 1024;
const encoder: TextEncoder = new TextEncoder();

/**
 * Serves a runtime over the HTTP+SSE transport that came before Streamable HTTP: a GET opens the stream, whose first
 * event says where to POST; every answer comes on the stream. Any other POST is answered 404.
 *
 * Spec: 2024-11-05 basic/transports, HTTP with SSE.
 *
 * @param runtime - the server, such as a `testServer`
 * @param options - the endpoint it names
 */
export function legacySseHandler(runtime: Runtime, options: LegacySseOptions = {}): LegacySseHandler {
  const sessions = new Map<string, Session>();
  const end = (id: string): void => {
    sessions.get(id)?.pipe.end();
    sessions.delete(id);
  };
  const handle = async (request: Request): Promise<Response> => {
    if (request.method === "GET" && accepts(request, "text/event-stream")) {
      const id = crypto.randomUUID();
      const endpoint = options.endpoint?.(id, request) ?? `${new URL(request.url).pathname}?sessionId=${id}`;
      return streamReply(openStream(runtime, id, endpoint, sessions, end), {});
    }
    if (request.method !== "POST") return refusal(405, ErrorCode.Transport, "Method not allowed");
    const session = sessions.get(new URL(request.url).searchParams.get("sessionId") ?? "");
    if (session === undefined) return refusal(404, ErrorCode.Transport, "Not found");
    const body = await readBody(request, MAX_BODY, false);
    if ("refused" in body) return body.refused;
    session.pipe.receive(body.value);
    return accepted();
  };
  const controls = Object.assign(handle, {
    dropStreams(): void {
      for (const [id, { stream }] of sessions) {
        end(id);
        stream.close();
      }
    },
  });
  return Object.defineProperty(controls, "open", { get: () => sessions.size }) as unknown as LegacySseHandler;
}

function openStream(
  runtime: Runtime,
  id: string,
  endpoint: string,
  sessions: Map<string, Session>,
  end: (id: string) => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(stream) {
      const write = (event: string, data: string): void =>
        stream.enqueue(encoder.encode(`event: ${event}\ndata: ${data}\n\n`));
      const pipe = servePipe(runtime, (message) => write("message", JSON.stringify(message)));
      sessions.set(id, { pipe, stream });
      write("endpoint", endpoint);
    },
    cancel: () => end(id),
  });
}
