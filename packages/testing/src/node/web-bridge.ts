import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Turns a request of `node:http` into a web-standard one, its body read whole.
 *
 * @param incoming - the request
 * @param scheme - `http` or `https`
 * @param signal - aborted when the client goes away
 */
export async function toRequest(
  incoming: IncomingMessage,
  scheme: string,
  signal: AbortSignal,
): Promise<Request> {
  const headers = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    headers.append(incoming.rawHeaders[at] as string, incoming.rawHeaders[at + 1] as string);
  }
  const method = incoming.method ?? "GET";
  const url = `${scheme}://${headers.get("host") ?? "127.0.0.1"}${incoming.url ?? "/"}`;
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers, signal });
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
  return new Request(url, { method, headers, signal, body: Buffer.concat(chunks) });
}

/**
 * Writes a web-standard response, chunk by chunk as they come; a client that goes away cancels the rest.
 *
 * @param response - what a handler returned
 * @param outgoing - where it goes
 */
export async function writeResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, [...response.headers].flat());
  if (response.body === null) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  const reader = response.body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  outgoing.once("close", cancel);
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(chunk.value)) await Promise.race([once(outgoing, "drain"), once(outgoing, "close")]);
  }
  outgoing.off("close", cancel);
  outgoing.end();
}
