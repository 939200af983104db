import {
  ErrorCode,
  eraOf,
  isFailure,
  isMcpError,
  isObject,
  type JsonObject,
  type JsonRpcErrorObject,
  type JsonRpcResponse,
  newestCommon,
  own,
  type Revision,
} from "@snodo/protocol";
import { newestOf } from "./plan.ts";

/** How a probe ended: with an answer, or with whatever the call rejected with. */
export type ProbeOutcome = { readonly answer: JsonRpcResponse } | { readonly error: unknown };

/** What a probe says about the server. */
export type Verdict =
  /** A stateless server; `discovery` is its result when it gave one. */
  | { readonly type: "stateless"; readonly revision: Revision; readonly discovery: JsonObject | undefined }
  /** An initialize-era server: close, reopen, and offer this revision. */
  | { readonly type: "initialize"; readonly revision: Revision }
  /** The server names its revisions and none is allowed. */
  | { readonly type: "unsupported"; readonly supported: readonly unknown[] }
  /** Not a verdict on the era: tell the caller. */
  | { readonly type: "fail"; readonly error: unknown };

/**
 * Reads the outcome of the `server/discover` probe.
 *
 * A list of versions and the error codes of the stateless era are a stateless server's answer. A failure to reach the
 * server, a refused authorization and a rate limit say nothing. Anything else, whatever its code or shape, means the
 * server does not speak a stateless version.
 *
 * Spec: 2026-07-28 basic/transports/stdio and basic/transports/streamable-http, Backward Compatibility.
 *
 * @param outcome - the answer, or what the probe rejected with
 * @param allowed - the revisions the caller allows, newest first; both eras
 */
export function verdict(outcome: ProbeOutcome, allowed: readonly Revision[]): Verdict {
  if ("error" in outcome) return ofError(outcome.error, allowed);
  if (isFailure(outcome.answer)) return ofFailure(outcome.answer.error, allowed);
  const { result } = outcome.answer;
  if (!isObject(result)) return fallBack(allowed);
  const versions = own(result, "supportedVersions");
  return Array.isArray(versions) ? choose(versions, allowed, result) : fallBack(allowed);
}

function ofFailure(error: JsonRpcErrorObject, allowed: readonly Revision[]): Verdict {
  if (error.code === ErrorCode.UnsupportedVersion && isObject(error.data)) {
    const supported = own(error.data, "supported");
    if (Array.isArray(supported)) return choose(supported, allowed, undefined);
  }
  if (error.code === ErrorCode.HeaderMismatch || error.code === ErrorCode.MissingClientCapability) {
    return { type: "fail", error };
  }
  return fallBack(allowed);
}

function ofError(error: unknown, allowed: readonly Revision[]): Verdict {
  // Not ours: an aborted signal's reason, or what a token provider threw.
  if (!isMcpError(error)) return { type: "fail", error };
  switch (error.reason.type) {
    case "unreachable":
    case "spawn_failed":
    case "unauthorized":
    case "authorization":
    case "closed":
    case "invalid_header":
      return { type: "fail", error };
    case "connection_lost":
      // A pipe that ends may be a server that does not know the probe; a network that fails says nothing of it.
      return error.reason.host === undefined ? fallBack(allowed) : { type: "fail", error };
    case "http_status":
      return [401, 403, 429].includes(error.reason.status) ? { type: "fail", error } : fallBack(allowed);
    case "other":
      return { type: "fail", error };
    default:
      return fallBack(allowed);
  }
}

function choose(
  versions: readonly unknown[],
  allowed: readonly Revision[],
  discovery: JsonObject | undefined,
): Verdict {
  const revision = newestCommon(allowed, versions);
  if (revision === undefined) return { type: "unsupported", supported: versions };
  return eraOf(revision) === "stateless"
    ? { type: "stateless", revision, discovery }
    : { type: "initialize", revision };
}

function fallBack(allowed: readonly Revision[]): Verdict {
  const revision = newestOf(allowed, "initialize");
  return revision === undefined ? { type: "unsupported", supported: [] } : { type: "initialize", revision };
}
