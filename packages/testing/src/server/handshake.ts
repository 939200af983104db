import {
  ErrorCode,
  eraOf,
  type InitializeResult,
  isObject,
  type JsonObject,
  LOG_LEVELS,
  type LogLevel,
  own,
  type Revision,
} from "@snodo/protocol";
import { text } from "./answers.ts";
import type { ClientState } from "./client-state.ts";
import { RpcFault } from "./fault.ts";
import type { Parts } from "./parts.ts";

/**
 * Answers `initialize` and remembers what the client declared.
 *
 * Spec: 2025-11-25 basic/lifecycle, Initialization and Version Negotiation.
 *
 * @param parts - the server's parts
 * @param enabled - the revisions the server speaks, newest first
 * @param params - of the request
 * @param client - gets the negotiated revision and the client's identity
 * @throws RpcFault -32602 when a required param is missing
 */
export function initialize(
  parts: Parts,
  enabled: readonly Revision[],
  params: JsonObject,
  client: ClientState,
): InitializeResult {
  const requested = text(params, "protocolVersion");
  const clientInfo = own(params, "clientInfo");
  const capabilities = own(params, "capabilities");
  if (!isObject(clientInfo) || !isObject(capabilities)) {
    throw new RpcFault(ErrorCode.InvalidParams, "initialize needs clientInfo and capabilities");
  }
  const spoken = enabled.filter((revision) => eraOf(revision) === "initialize");
  const revision = spoken.find((known) => known === requested) ?? (spoken[0] as Revision);
  client.revision = revision;
  client.clientInfo = clientInfo;
  client.capabilities = capabilities;
  const { instructions } = parts.definition;
  return {
    protocolVersion: revision,
    capabilities: parts.capabilities,
    serverInfo: serverInfo(parts),
    ...(instructions === undefined ? {} : { instructions }),
  };
}

/** Answers `server/discover`. Spec: 2026-07-28 server/discover. */
export function discover(parts: Parts, enabled: readonly Revision[]): JsonObject {
  const { instructions } = parts.definition;
  return {
    supportedVersions: enabled,
    capabilities: parts.capabilities,
    ...(instructions === undefined ? {} : { instructions }),
  };
}

/** Who the server says it is. */
export function serverInfo(parts: Parts): { readonly name: string; readonly version: string } {
  return parts.definition.serverInfo ?? { name: "test-server", version: "1.0.0" };
}

/** Answers `logging/setLevel`. Spec: 2025-11-25 server/utilities/logging. */
export function setLevel(params: JsonObject, client: ClientState): JsonObject {
  const level = own(params, "level");
  if (!LOG_LEVELS.includes(level as LogLevel)) {
    throw new RpcFault(ErrorCode.InvalidParams, "level is not a log level");
  }
  client.logLevel = level as LogLevel;
  return {};
}
