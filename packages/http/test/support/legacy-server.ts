import type { ServerResponse } from "node:http";
import { type Fixture, fixture, type Handler, json, result, type Seen } from "./fixture.ts";

/** What an initialize-era server is made of; whatever is left out is answered politely. */
export interface LegacyParts {
  /** Answers requests other than `initialize`. */
  readonly call?: Handler | undefined;
  readonly get?: Handler | undefined;
  readonly delete?: Handler | undefined;
  /** Takes notifications and answers. */
  readonly notification?: Handler | undefined;
  /** The session id to issue. */
  readonly session?: string | undefined;
  /** The answer to `initialize`, instead of a polite one. */
  readonly initialize?: Handler | undefined;
}

export const INITIALIZED = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: {} },
  serverInfo: { name: "s", version: "1" },
};

/** A scripted server of 2025-11-25, which refuses the probe as those do. */
export function legacyServer(parts: LegacyParts = {}, path?: string): Promise<Fixture> {
  return fixture((seen, response) => handlerFor(seen, parts)(seen, response), path);
}

function handlerFor(seen: Seen, parts: LegacyParts): Handler {
  if (seen.method === "GET") return parts.get ?? status(405);
  if (seen.method === "DELETE") return parts.delete ?? status(200);
  const { method, id } = seen.message;
  if (method === "server/discover") return status(400);
  if (method === "initialize") {
    return parts.initialize ?? ((_seen, response) => greet(seen, response, parts.session));
  }
  if (id === undefined || method === undefined) return parts.notification ?? status(202);
  return parts.call ?? ((_seen, response) => json(response, result(seen, { content: [], tools: [] })));
}

/** Answers `initialize`. */
export function greet(seen: Seen, response: ServerResponse, session?: string): void {
  json(response, result(seen, INITIALIZED), 200, session === undefined ? {} : { "mcp-session-id": session });
}

/** Answers with a status and nothing else. */
export function status(code: number): Handler {
  return (_seen, response) => response.writeHead(code).end();
}
