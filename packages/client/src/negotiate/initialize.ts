import {
  dialectOf,
  ErrorCode,
  isFailure,
  isObject,
  isRevision,
  type JsonRpcErrorObject,
  McpError,
  newestCommon,
  own,
  quote,
  type Revision,
  serverError,
} from "@snodo/protocol";
import { Call } from "../calls/call.ts";
import { deadline } from "../calls/deadline.ts";
import type { Link } from "../connection/link.ts";
import type { ServerFacts } from "../connection/session.ts";
import { readFacts } from "./facts.ts";

/**
 * Opens an initialize-era conversation: `initialize`, the server's choice, `notifications/initialized`.
 *
 * Spec: 2025-11-25 basic/lifecycle.
 *
 * @param link - an open connection on which nothing was said yet
 * @param offered - the revision to offer
 * @param signal - gives up
 * @returns what the server says about itself; the link then speaks the negotiated revision
 * @throws McpError -32602 (`negotiated`, `requested`) for a revision that is not allowed; the server's own error
 */
export async function initialize(
  link: Link,
  offered: Revision,
  signal: AbortSignal | undefined,
): Promise<ServerFacts> {
  const { settings } = link;
  if (link.connection.notify === undefined) {
    throw unsupported(
      link,
      [offered],
      { supported: ["2026-07-28"] },
      "its transport cannot send notifications",
    );
  }
  // Until the answer is in, the oldest rules hold: `initialize` is never cancelled.
  link.speak(dialectOf(offered));
  const params = {
    protocolVersion: offered,
    capabilities: settings.identity.capabilities,
    clientInfo: settings.identity.clientInfo,
  };
  const request = { jsonrpc: "2.0", id: link.nextId(), method: "initialize", params } as const;
  const answer = await Call.run(
    link,
    request,
    { revision: undefined },
    { timeout: settings.timeout, signal },
  );
  if (isFailure(answer)) {
    const other = namedVersion(answer.error, settings.allowed, offered);
    if (other !== undefined) return await initialize(link, other, signal);
    throw refusal(link, offered, answer.error);
  }
  const { result } = answer;
  const negotiated = isObject(result) ? own(result, "protocolVersion") : undefined;
  if (!isObject(result) || typeof negotiated !== "string") {
    throw new McpError(`initialize on ${link.label} failed: the result names no protocolVersion`, {
      kind: "protocol",
      code: ErrorCode.InvalidRequest,
      reason: { type: "invalid_result", problem: "the result of initialize names no protocolVersion" },
      sent: "yes",
    });
  }
  if (
    !isRevision(negotiated) ||
    !settings.allowed.includes(negotiated) ||
    dialectOf(negotiated).era !== "initialize"
  ) {
    const requested = settings.allowed.filter((revision) => dialectOf(revision).era === "initialize");
    throw unsupported(
      link,
      requested,
      { negotiated },
      `it answered initialize with ${quote(negotiated, 40)}`,
    );
  }
  link.speak(dialectOf(negotiated));
  const done = link.connection.notify(
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { revision: negotiated },
  );
  await deadline(link, done, "notifications/initialized", settings.timeout, signal);
  return readFacts(result);
}

/** Some servers refuse a version they do not know and name those they do, instead of answering with one. */
function namedVersion(
  error: JsonRpcErrorObject,
  allowed: readonly Revision[],
  offered: Revision,
): Revision | undefined {
  const supported = isObject(error.data) ? own(error.data, "supported") : undefined;
  if (!Array.isArray(supported) || supported.includes(offered)) return undefined;
  return newestCommon(
    allowed.filter((revision) => dialectOf(revision).era === "initialize" && revision < offered),
    supported,
  );
}

function refusal(link: Link, offered: Revision, error: JsonRpcErrorObject): McpError {
  const supported = isObject(error.data) ? own(error.data, "supported") : undefined;
  if (!Array.isArray(supported)) return serverError(error);
  return unsupported(
    link,
    [offered],
    { supported: versionNames(supported) },
    quote(error.message, 200),
    error,
  );
}

/**
 * The versions in what a server claims to support: whatever is no text names none.
 *
 * @param supported - a list of anything
 */
export function versionNames(supported: readonly unknown[]): readonly string[] {
  return supported.filter((version) => typeof version === "string");
}

/**
 * The error of a server that speaks none of the allowed revisions.
 *
 * @param link - names the server
 * @param requested - what this side would speak
 * @param peer - what the server offers or chose
 * @param because - what happened, for people
 */
export function unsupported(
  link: Link,
  requested: readonly string[],
  peer: { readonly supported?: readonly string[]; readonly negotiated?: string },
  because: string,
  cause?: unknown,
): McpError {
  const theirs = peer.negotiated ?? (peer.supported ?? []).join(", ");
  const text = `cannot agree on a protocol version with ${link.label}: this client allows ${requested.join(", ")}, the server ${
    theirs === "" ? "names none" : `speaks ${quote(theirs, 200)}`
  } (${because})`;
  return new McpError(text, {
    kind: "protocol",
    code: ErrorCode.InvalidParams,
    data: { requested, ...peer },
    reason: { type: "unsupported_version", requested, ...peer },
    cause,
    sent: "yes",
  });
}
