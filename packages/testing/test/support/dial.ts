import type { JsonObject, JsonRpcResponse, Revision } from "@snodo/protocol";
import { Peer } from "../../src/contracts/transport/peer.ts";
import { memoryTransport, type TestServer } from "../../src/index.ts";

/** A bare client on a server in this process. */
export function dial(server: TestServer, revision: Revision = "2026-07-28", auth?: unknown): Promise<Peer> {
  return Peer.dial(memoryTransport(server, { auth }), revision);
}

/** Sends a request and gives its result; an error answer throws. */
export async function ask(peer: Peer, method: string, params: JsonObject = {}): Promise<JsonObject> {
  const response = await peer.request(method, params).response;
  if ("result" in response) return response.result as JsonObject;
  throw new Error(`${response.error.code}: ${response.error.message}`);
}

/** Sends a request and gives its error; a result throws. */
export async function refusal(peer: Peer, method: string, params: JsonObject = {}): Promise<JsonObject> {
  const response: JsonRpcResponse = await peer.request(method, params).response;
  if ("error" in response) return { ...response.error };
  throw new Error(`expected an error, got ${JSON.stringify(response.result)}`);
}
