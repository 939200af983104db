import { ErrorCode, eraOf, isObject, isRevision, META, own, type Runtime } from "@snodo/protocol";
import { readBody } from "./body.ts";
import type { Channel } from "./channel.ts";
import { InitializeEra } from "./initialize-era.ts";
import type { FetchHandler, FetchHandlerOptions, HttpRuntime } from "./options.ts";
import { refusal } from "./reply.ts";
import { statelessPost } from "./stateless.ts";

const MAX_BODY = 16 * 1024 * 1024;

/**
 * Serves a runtime as a web-standard handler: Streamable HTTP in every revision the runtime enables.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http; 2025-11-25, 2025-06-18 and 2025-03-26 basic/transports.
 *
 * @param runtime - the server, such as a `testServer`
 * @param options - sessions, streams, checks and authentication
 * @returns the handler, with controls for tests; it rejects with what `authenticate` throws, and with nothing else
 */
export function fetchHandler(runtime: Runtime, options: FetchHandlerOptions = {}): FetchHandler {
  const era = new InitializeEra(runtime, options);
  const channels = new Set<Channel>();
  const handle = (request: Request): Promise<Response> => route(runtime, options, era, channels, request);
  const dropStreams = (): void => {
    for (const channel of channels) channel.drop();
    era.dropStreams();
  };
  const controls: Omit<FetchHandler, "sessionIds"> = Object.assign(handle, {
    expire: (id?: string) => era.expire(id),
    dropStreams,
    close(): void {
      dropStreams();
      era.expire();
    },
  });
  return Object.defineProperty(controls, "sessionIds", { get: () => era.sessionIds }) as FetchHandler;
}

async function route(
  runtime: HttpRuntime,
  options: FetchHandlerOptions,
  era: InitializeEra,
  channels: Set<Channel>,
  request: Request,
): Promise<Response> {
  const origin = request.headers.get("origin");
  if (origin !== null && options.origins !== undefined && !options.origins.includes(origin)) {
    return refusal(403, ErrorCode.InvalidRequest, "the origin is not allowed");
  }
  const proof = await options.authenticate?.(request);
  if (proof instanceof Response) return proof;
  const auth = proof?.auth;
  const handshake = runtime.revisions.some((revision) => eraOf(revision) === "initialize");
  if (request.method === "GET" && handshake) return era.get(request);
  if (request.method === "DELETE" && handshake) return era.delete(request);
  if (request.method !== "POST") {
    return refusal(405, ErrorCode.InvalidRequest, "Method not allowed", {
      allow: handshake ? "GET, POST, DELETE" : "POST",
    });
  }
  const body = await readBody(request, options.maxBodyBytes ?? MAX_BODY, options.checkHeaders !== false);
  if ("refused" in body) return body.refused;
  if (isStateless(runtime, request, body.value)) {
    return statelessPost({ runtime, options, request, body: body.value, auth, channels });
  }
  return unspokenVersion(runtime, options, request) ?? era.post(request, body.value, auth);
}

/** Which era a POST is written in, when the runtime serves both. */
function isStateless(runtime: Runtime, request: Request, body: unknown): boolean {
  if (!runtime.revisions.some((revision) => eraOf(revision) === "stateless")) return false;
  if (!runtime.revisions.some((revision) => eraOf(revision) === "initialize")) return true;
  if (!isObject(body)) return false;
  const params = own(body, "params");
  const meta = isObject(params) ? own(params, "_meta") : undefined;
  if (isObject(meta) && own(meta, META.protocolVersion) !== undefined) return true;
  if (own(body, "method") === "initialize") return false;
  const version = request.headers.get("MCP-Protocol-Version");
  return isRevision(version) && eraOf(version) === "stateless";
}

/** A server of the initialize era refuses a version header it does not know before it looks at anything else. */
function unspokenVersion(
  runtime: Runtime,
  { checkHeaders }: FetchHandlerOptions,
  request: Request,
): Response | undefined {
  const version = request.headers.get("MCP-Protocol-Version");
  if (checkHeaders === false || version === null || runtime.revisions.some((known) => known === version)) {
    return undefined;
  }
  return refusal(
    400,
    ErrorCode.Transport,
    `Bad Request: Unsupported protocol version (supported versions: ${runtime.revisions.join(", ")})`,
  );
}
