import { type Client, type ConnectOptions, connect } from "@snodo/client";
import { memoryTransport, type TestServer, type TestServerDefinition, testServer } from "@snodo/testing";

export const PUBLIC = { ttlMs: 60_000, cacheScope: "public" } as const;

/** A real client over a pipe to a scriptable server. */
export async function connected(
  definition: TestServerDefinition,
  options: ConnectOptions,
): Promise<{ readonly client: Client; readonly server: TestServer; sent(method: string): number }> {
  const server = testServer(definition);
  const client = await connect(memoryTransport(server), { protocol: "2026-07-28", ...options });
  const sent = (method: string) =>
    server.received.filter((message) => "method" in message && message.method === method).length;
  return { client, server, sent };
}
