import {
  classify,
  ErrorCode,
  eraOf,
  isFailure,
  isObject,
  isRevision,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  own,
  type RequestId,
  versionHeaders,
} from "@snodo/protocol";
import { runRequest } from "../hosts/run-request.ts";
import { accepts } from "./body.ts";
import type { Channel } from "./channel.ts";
import { readEventId } from "./channel.ts";
import { HttpSession } from "./http-session.ts";
import type { FetchHandlerOptions, HttpRuntime } from "./options.ts";
import { accepted, jsonReply, refusal, streamReply } from "./reply.ts";

const SESSION = "Mcp-Session-Id";

/**
 * The sessions of the initialize era.
 *
 * Spec: 2025-11-25 basic/transports, Streamable HTTP, and the same page of 2025-03-26 and 2025-06-18.
 */
export class InitializeEra {
  readonly #runtime: HttpRuntime;
  readonly #options: FetchHandlerOptions;
  readonly #sessions = new Map<string, HttpSession>();

  constructor(runtime: HttpRuntime, options: FetchHandlerOptions) {
    this.#runtime = runtime;
    this.#options = options;
  }

  get sessionIds(): readonly string[] {
    return [...this.#sessions.keys()];
  }

  expire(id?: string): void {
    for (const session of this.#sessions.values()) {
      if (id !== undefined && session.id !== id) continue;
      this.#sessions.delete(session.id);
      session.end();
    }
  }

  dropStreams(): void {
    for (const session of this.#sessions.values()) session.dropStreams();
  }

  /** Answers a POST whose body was read. */
  async post(request: Request, body: unknown, auth: unknown): Promise<Response> {
    const seen = classify(body);
    if (seen.kind === "invalid") return refusal(400, ErrorCode.InvalidRequest, seen.problem);
    if (seen.kind === "request" && seen.message.method === "initialize") {
      return this.#initialize(seen.message, auth);
    }
    const session = this.#find(request);
    if (session instanceof Response) return session;
    switch (seen.kind) {
      case "batch":
        return session.revision === "2025-03-26"
          ? this.#batch(session, seen.items)
          : refusal(400, ErrorCode.InvalidRequest, "batches are not part of this revision");
      case "request":
        return this.#request(session, seen.message);
      case "notification":
        return this.#notification(session, seen.message);
      default:
        session.host.answered(seen.message);
        return accepted();
    }
  }

  /** Answers a GET: the standalone stream, or one that is taken up again. */
  get(request: Request): Response {
    if (this.#options.getStream === false) return notAllowed("POST, DELETE");
    const session = this.#find(request);
    if (session instanceof Response) return session;
    if (!accepts(request, "text/event-stream")) {
      return refusal(406, ErrorCode.InvalidRequest, "Accept must name text/event-stream");
    }
    const last = request.headers.get("last-event-id");
    if (last !== null) {
      const event = readEventId(last);
      const channel = event === undefined ? undefined : session.find(event.id);
      if (event === undefined || channel === undefined) {
        return refusal(400, ErrorCode.InvalidRequest, "the event id is unknown");
      }
      return streamReply(channel.attach(event.index), sessionHeader(session));
    }
    if (session.standalone.attached) {
      return refusal(409, ErrorCode.InvalidRequest, "the session has a stream already");
    }
    return streamReply(session.standalone.attach(), sessionHeader(session));
  }

  /** Answers a DELETE: the session is over. */
  delete(request: Request): Response {
    if (this.#options.allowDelete === false) return notAllowed("GET, POST");
    const session = this.#find(request);
    if (session instanceof Response) return session;
    this.expire(session.id);
    return new Response(null, { status: 204 });
  }

  async #initialize(message: JsonRpcRequest, auth: unknown): Promise<Response> {
    const named = this.#options.sessions !== false;
    const session = new HttpSession(named ? crypto.randomUUID() : "", auth, this.#options);
    const response = await this.#run(session, message, (sent) => session.standalone.write(sent));
    if (isFailure(response)) {
      session.end();
      return jsonReply(response);
    }
    const version = isObject(response.result) ? own(response.result, "protocolVersion") : undefined;
    session.revision = isRevision(version) ? version : undefined;
    this.#sessions.set(session.id, session);
    return this.#options.answers === "sse"
      ? streamed(session, (channel) => {
          channel.write(response);
          channel.end();
        })
      : jsonReply(response, 200, sessionHeader(session));
  }

  /** The session of a request, or why there is none. */
  #find(request: Request): HttpSession | Response {
    const id = request.headers.get(SESSION);
    if (this.#options.sessions !== false && id === null) {
      return refusal(400, ErrorCode.Transport, `Bad Request: the header ${SESSION} is required`);
    }
    const session = this.#sessions.get(this.#options.sessions === false ? "" : (id ?? ""));
    if (session === undefined) {
      return this.#options.sessions === false
        ? refusal(400, ErrorCode.Transport, "Bad Request: the server is not initialized")
        : refusal(404, ErrorCode.Timeout, "Session not found");
    }
    return this.#versionProblem(request, session) ?? session;
  }

  #versionProblem(request: Request, { revision }: HttpSession): Response | undefined {
    if (this.#options.checkHeaders === false) return undefined;
    const expected = versionHeaders(revision)["MCP-Protocol-Version"];
    const sent = request.headers.get("MCP-Protocol-Version");
    if (sent === (expected ?? null) || (expected === undefined && sent === revision)) return undefined;
    const spoken = this.#runtime.revisions.filter((known) => eraOf(known) === "initialize").join(", ");
    return refusal(
      400,
      ErrorCode.Transport,
      `Bad Request: MCP-Protocol-Version must be ${expected ?? "absent"} (supported: ${spoken})`,
    );
  }

  #request(session: HttpSession, message: JsonRpcRequest): Promise<Response> {
    const { answers } = this.#options;
    return new Promise((resolve) => {
      let channel: Channel | undefined;
      const open = (): Channel => {
        if (channel === undefined) {
          channel = session.channel();
          resolve(streamReply(channel.attach(), sessionHeader(session)));
        }
        return channel;
      };
      if (answers === "sse") open();
      void this.#run(session, message, (sent) => {
        (answers === "json" ? session.standalone : open()).write(sent);
      }).then((response) => {
        const dropped = session.running.get(message.id)?.signal.aborted === true;
        session.running.delete(message.id);
        if (channel === undefined) {
          resolve(
            dropped ? new Response(null, { status: 204 }) : jsonReply(response, 200, sessionHeader(session)),
          );
          return;
        }
        if (!dropped) channel.write(response);
        channel.end();
        session.forget(channel);
      });
    });
  }

  #run(
    session: HttpSession,
    message: JsonRpcRequest,
    emit: Parameters<typeof runRequest>[4],
  ): Promise<JsonRpcResponse> {
    const controller = new AbortController();
    session.running.set(message.id, controller);
    return runRequest(this.#runtime, message, session.host, controller.signal, (sent) => {
      if (!controller.signal.aborted) emit(sent);
    });
  }

  async #notification(session: HttpSession, message: JsonRpcNotification): Promise<Response> {
    if (message.method === "notifications/cancelled") {
      const id = own(message.params ?? {}, "requestId") as RequestId;
      session.running.get(id)?.abort(new DOMException("the client gave up", "AbortError"));
    }
    await this.#runtime.notify?.(message, session.host);
    return accepted();
  }

  async #batch(session: HttpSession, items: readonly unknown[]): Promise<Response> {
    const answers: JsonRpcResponse[] = [];
    for (const item of items) {
      const seen = classify(item);
      if (seen.kind === "request") {
        answers.push(await this.#run(session, seen.message, (sent) => session.standalone.write(sent)));
        session.running.delete(seen.message.id);
      } else if (seen.kind === "notification") await this.#notification(session, seen.message);
      else if (seen.kind === "result" || seen.kind === "failure") session.host.answered(seen.message);
    }
    return answers.length === 0 ? accepted() : jsonReply(answers, 200, sessionHeader(session));
  }
}

function streamed(session: HttpSession, fill: (channel: Channel) => void): Response {
  const channel = session.channel();
  const body = channel.attach();
  fill(channel);
  return streamReply(body, sessionHeader(session));
}

function sessionHeader({ id }: HttpSession): Readonly<Record<string, string>> {
  return id === "" ? {} : { [SESSION]: id };
}

function notAllowed(allow: string): Response {
  return refusal(405, ErrorCode.Transport, "Method not allowed", { allow });
}
