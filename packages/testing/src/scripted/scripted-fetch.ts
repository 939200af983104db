import { isObject, type JsonObject, own } from "@snodo/protocol";
import { jsonReply } from "../fetch/reply.ts";
import { Inbox } from "./inbox.ts";
import { difference, ScriptFailure } from "./match.ts";

/** An HTTP request of the client, and how to answer it. */
export interface IncomingFetch {
  readonly request: Request;
  /** The parsed body; undefined when there is none, or when it is no JSON. */
  readonly body: unknown;
  /** The body's `method`, or the HTTP method when there is none. */
  readonly method: string;
  readonly params: JsonObject;
  /** Answers with any response. */
  respond(response: Response): void;
  /** Answers 200 with a JSON-RPC result, as JSON. */
  result(value: unknown, headers?: Readonly<Record<string, string>>): void;
  /** Answers with a JSON-RPC error. */
  error(status: number, code: number, message: string, data?: unknown): void;
  /** Answers with an event stream of these lines, each event ended by a blank line. */
  events(...events: readonly string[]): void;
  /** Fails as a network does. */
  fail(error: Error): void;
}

/** The server's side of an HTTP script. */
export interface FetchScriptServer {
  /**
   * Takes the next request.
   *
   * @param method - the body's `method`, or `GET` or `DELETE`
   * @param params - what its params must hold; other members do not matter
   * @throws ScriptFailure when it is something else
   */
  expect(method: string, params?: JsonObject): Promise<IncomingFetch>;
  /** Takes the next request, whatever it is. */
  next(): Promise<IncomingFetch>;
}

/** A web-standard handler that plays a script. */
export interface ScriptedFetch {
  /** Answers as the script says. */
  fetch(request: Request): Promise<Response>;
  /** Settles with the script. */
  readonly done: Promise<void>;
  /** Requests that arrived and no step took. */
  readonly unexpected: readonly string[];
}

/**
 * Plays an exact exchange over HTTP.
 *
 * When a step does not come as written, `done` rejects with a {@link ScriptFailure}, and this and every later request
 * is answered 500 with the reason.
 *
 * @param script - runs once
 */
export function scriptedFetch(script: (server: FetchScriptServer) => Promise<void>): ScriptedFetch {
  const inbox = new Inbox<IncomingFetch>();
  const open = new Set<IncomingFetch>();
  let failure: string | undefined;
  const give = (entry: IncomingFetch): void => entry.respond(new Response(failure, { status: 500 }));
  const server: FetchScriptServer = {
    next: () => inbox.take(),
    async expect(method, params) {
      const taken = await inbox.take();
      if (taken.method !== method) throw new ScriptFailure(`expected ${method}, got ${taken.method}`);
      const problem = params === undefined ? undefined : difference(taken.params, params);
      if (problem !== undefined) throw new ScriptFailure(`${method}: ${problem}`);
      return taken;
    },
  };
  const done = Promise.resolve()
    .then(() => script(server))
    .catch((error: unknown) => {
      failure = String(error);
      for (const entry of open) give(entry);
      throw error;
    });
  done.catch(() => undefined);
  return {
    done,
    get unexpected() {
      return inbox.left.map(({ method }) => method);
    },
    async fetch(request) {
      const text = await request.clone().text();
      return new Promise<Response>((resolve, reject) => {
        const entry = incoming(request, text, resolve, reject, () => open.delete(entry));
        open.add(entry);
        inbox.put(entry);
        if (failure !== undefined) give(entry);
      });
    },
  };
}

function incoming(
  request: Request,
  text: string,
  resolve: (response: Response) => void,
  reject: (error: Error) => void,
  settled: () => void,
): IncomingFetch {
  const body = parse(text);
  const message = isObject(body) ? body : {};
  const method = own(message, "method");
  const params = own(message, "params");
  const id = own(message, "id") ?? null;
  const respond = (response: Response): void => {
    settled();
    resolve(response);
  };
  return {
    request,
    body,
    method: typeof method === "string" ? method : request.method,
    params: isObject(params) ? params : {},
    respond,
    result: (result, headers) => respond(jsonReply({ jsonrpc: "2.0", id, result }, 200, headers)),
    error: (status, code, problem, data) =>
      respond(
        jsonReply(
          { jsonrpc: "2.0", id, error: { code, message: problem, ...(data === undefined ? {} : { data }) } },
          status,
        ),
      ),
    events: (...events) =>
      respond(
        new Response(events.map((event) => `${event}\n\n`).join(""), {
          headers: { "content-type": "text/event-stream" },
        }),
      ),
    fail(error) {
      settled();
      reject(error);
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
