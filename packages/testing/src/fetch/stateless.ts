import {
  classify,
  ErrorCode,
  eraOf,
  isObject,
  type JsonRpcRequest,
  META,
  own,
  type Revision,
} from "@snodo/protocol";
import { nextTask } from "../clock/next-task.ts";
import { HostSession } from "../hosts/host-session.ts";
import { runRequest } from "../hosts/run-request.ts";
import { Channel } from "./channel.ts";
import { headerMismatch } from "./check-headers.ts";
import type { FetchHandlerOptions, HttpRuntime } from "./options.ts";
import { accepted, jsonReply, refusal, statelessStatus, streamReply } from "./reply.ts";

/** One POST of the stateless era. */
export interface StatelessPost {
  readonly runtime: HttpRuntime;
  readonly options: FetchHandlerOptions;
  readonly request: Request;
  readonly body: unknown;
  readonly auth: unknown;
  /** Streams to drop when a test asks for it; an ended one leaves. */
  readonly channels: Set<Channel>;
}

/**
 * Answers one POST of the stateless era.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http.
 *
 * @param post - the POST and what serves it
 */
export async function statelessPost(post: StatelessPost): Promise<Response> {
  const { runtime, options, request, auth } = post;
  const seen = classify(post.body);
  if (seen.kind !== "request" && seen.kind !== "notification") {
    const problem = seen.kind === "invalid" ? seen.problem : `a ${seen.kind} may not be sent`;
    return refusal(400, ErrorCode.InvalidRequest, problem);
  }
  const { message } = seen;
  const revision = runtime.revisions.find((known) => eraOf(known) === "stateless") as Revision;
  const problem =
    options.checkHeaders === false
      ? undefined
      : headerMismatch(request.headers, message, revision, calledSchema(runtime, message));
  if (seen.kind === "notification") {
    await runtime.notify?.(message, new HostSession(auth, () => undefined));
    return accepted();
  }
  if (problem !== undefined && !malformed(seen.message)) {
    const error = { code: ErrorCode.HeaderMismatch, message: `Header mismatch: ${problem}` };
    return jsonReply({ jsonrpc: "2.0", id: seen.message.id, error }, 400);
  }
  return answer(post, seen.message);
}

function calledSchema(
  runtime: HttpRuntime,
  { method, params }: { readonly method: string; readonly params?: JsonRpcRequest["params"] },
): ReturnType<NonNullable<HttpRuntime["inputSchemaOf"]>> {
  const name = own(params ?? {}, "name");
  return method === "tools/call" && typeof name === "string" ? runtime.inputSchemaOf?.(name) : undefined;
}

/** Whether the envelope lacks what every request must carry. */
function malformed({ params }: JsonRpcRequest): boolean {
  const meta = own(params ?? {}, "_meta");
  if (!isObject(meta)) return true;
  return typeof own(meta, META.protocolVersion) !== "string" || !isObject(own(meta, META.clientCapabilities));
}

function answer(
  { runtime, options, request, auth, channels }: StatelessPost,
  message: JsonRpcRequest,
): Promise<Response> {
  const givenUp = new AbortController();
  const session = new HostSession(auth, () => undefined);
  const giveUp = (): void => givenUp.abort(new DOMException("the client closed the request", "AbortError"));
  request.signal.addEventListener("abort", giveUp, { once: true });
  if (request.signal.aborted) giveUp();
  return new Promise((resolve) => {
    let channel: Channel | undefined;
    let settled = false;
    const open = (): Channel => {
      if (channel !== undefined) return channel;
      channel = new Channel({ abandoned: giveUp });
      channels.add(channel);
      resolve(streamReply(channel.attach(), {}));
      return channel;
    };
    // What is refused at once has a status of its own, so the stream begins only after that had its chance.
    if (options.answers === "sse") nextTask(() => settled || open());
    void runRequest(runtime, message, session, givenUp.signal, (sent) => {
      if (options.answers !== "json" || message.method === "subscriptions/listen") open().write(sent);
    }).then((response) => {
      request.signal.removeEventListener("abort", giveUp);
      session.end();
      settled = true;
      const status = statelessStatus(response, malformed(message));
      if (channel === undefined && (options.answers !== "sse" || status !== 200)) {
        resolve(jsonReply(response, status));
        return;
      }
      const stream = open();
      stream.write(response);
      stream.end();
      channels.delete(stream);
    });
  });
}
