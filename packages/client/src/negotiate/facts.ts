import {
  type Implementation,
  isObject,
  type JsonObject,
  META,
  own,
  type ServerCapabilities,
} from "@snodo/protocol";
import type { ServerFacts } from "../connection/session.ts";

/**
 * Reads what a server says about itself, in either era. Parts of the wrong type count as unsaid.
 *
 * @param result - the result of `initialize` or `server/discover`
 */
export function readFacts(result: JsonObject): ServerFacts {
  const meta = own(result, "_meta");
  const named = (isObject(meta) ? own(meta, META.serverInfo) : undefined) ?? own(result, "serverInfo");
  const capabilities = own(result, "capabilities");
  const instructions = own(result, "instructions");
  return {
    serverInfo: isObject(named) ? (named as unknown as Implementation) : undefined,
    capabilities: isObject(capabilities) ? (capabilities as ServerCapabilities) : undefined,
    instructions: typeof instructions === "string" ? instructions : undefined,
  };
}
