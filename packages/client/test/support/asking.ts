import type { JsonRpcMessage, JsonRpcResponse } from "@snodo/protocol";
import type { RawServer } from "./raw-server.ts";

/** Sends a request to the client and gives its answer. */
export function ask(
  server: RawServer,
  method: string,
  params?: unknown,
  id: string | number = "q",
): Promise<JsonRpcResponse> {
  server.send({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
  return server.arrivedAnswer(id);
}

/** What the client answered so far. */
export function answersOf(server: RawServer): readonly JsonRpcMessage[] {
  return server.received.filter((message) => !("method" in message));
}
