import {
  catalogOf,
  ErrorCode,
  eraOf,
  findMethod,
  isObject,
  type JsonObject,
  type JsonRpcRequest,
  META,
  own,
  type Revision,
} from "@snodo/protocol";
import type { ClientState } from "./client-state.ts";
import { RpcFault } from "./fault.ts";
import type { Parts } from "./parts.ts";

/**
 * Settles in which revision a request is written.
 *
 * Spec: 2026-07-28 basic/versioning, basic/index `_meta`; 2025-11-25 basic/lifecycle.
 *
 * @param request - the request as it arrived
 * @param enabled - the revisions the server speaks
 * @param client - what an earlier `initialize` settled
 * @throws RpcFault -32022 or -32602 when a stateless request is malformed, -32600 or -32601 before `initialize`
 */
export function revisionOf(
  request: JsonRpcRequest,
  enabled: readonly Revision[],
  client: ClientState,
): Revision {
  const handshake = enabled.filter((revision) => eraOf(revision) === "initialize");
  const stateless = enabled.some((revision) => eraOf(revision) === "stateless");
  const meta = metaOf(request);
  const named = own(meta, META.protocolVersion);
  if (stateless && named !== undefined) return statelessRevision(named, meta, enabled);
  if (client.revision !== undefined) return client.revision;
  const [newest] = handshake;
  if (newest === undefined) throw refuseEnvelope(request, enabled);
  if (request.method === "initialize" || request.method === "ping") return newest;
  if (findMethod(newest, request.method) === undefined) throw unknownMethod(request.method);
  throw new RpcFault(ErrorCode.InvalidRequest, `${request.method} came before initialize`);
}

/** A server without a handshake names its revisions to a client that tries one. */
function refuseEnvelope(request: JsonRpcRequest, enabled: readonly Revision[]): RpcFault {
  if (request.method === "initialize") {
    const requested = own(request.params ?? {}, "protocolVersion");
    return unsupported(typeof requested === "string" ? requested : "unknown", enabled);
  }
  return new RpcFault(ErrorCode.InvalidParams, `_meta lacks ${META.protocolVersion}`);
}

function statelessRevision(named: unknown, meta: JsonObject, enabled: readonly Revision[]): Revision {
  if (typeof named !== "string")
    throw new RpcFault(ErrorCode.InvalidParams, `${META.protocolVersion} is not a string`);
  const revision = enabled.find((known) => known === named && eraOf(known) === "stateless");
  if (revision === undefined) throw unsupported(named, enabled);
  if (!isObject(own(meta, META.clientCapabilities))) {
    throw new RpcFault(ErrorCode.InvalidParams, `_meta lacks ${META.clientCapabilities}`);
  }
  return revision;
}

function unsupported(requested: string, supported: readonly Revision[]): RpcFault {
  return new RpcFault(
    ErrorCode.UnsupportedVersion,
    `Protocol version ${requested} is not supported; this server speaks ${supported.join(", ")}`,
    {
      supported,
      requested,
    },
  );
}

/** The answer to a method that does not exist here. */
function unknownMethod(method: string): RpcFault {
  return new RpcFault(ErrorCode.MethodNotFound, `Method not found: ${method}`);
}

/**
 * Checks that a method exists in a revision and that the server announced what it belongs to.
 *
 * @param method - the request's method
 * @param revision - what it is written in
 * @param parts - the server's parts
 * @throws RpcFault -32601
 */
export function admit(method: string, revision: Revision, parts: Parts): void {
  const descriptor = catalogOf(revision).clientRequests.get(method);
  if (descriptor === undefined || descriptor.extension !== undefined) throw unknownMethod(method);
  const { capability } = descriptor;
  if (capability !== undefined && parts.capabilities[capability] === undefined) throw unknownMethod(method);
}

/** The `_meta` of a request, empty when there is none. */
export function metaOf(request: JsonRpcRequest): JsonObject {
  const meta = own(request.params ?? {}, "_meta");
  return isObject(meta) ? meta : {};
}
