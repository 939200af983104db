// A Worker: `GET /?city=Chicago` asks an MCP server and answers JSON.
import { type Client, connect, isMcpError } from "snodo";

interface Bindings {
  /** Where the MCP server is. */
  readonly SERVER: string;
}

/**
 * A connection must not outlive the request that made it: Workers may not touch what belongs to another one. On
 * 2026-07-28 connecting costs one request; pin the revision, and it costs none.
 */
async function withClient<T>(server: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(server, { protocol: "2026-07-28", timeout: 5_000 });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

// biome-ignore lint/style/noDefaultExport: a Worker is its default export
export default {
  async fetch(request: Request, { SERVER }: Bindings): Promise<Response> {
    const city = new URL(request.url).searchParams.get("city") ?? "";
    try {
      // `request.signal`: who leaves ends the call, too.
      const { structuredContent } = await withClient(SERVER, (client) =>
        client.callTool("forecast", { city }, { signal: request.signal }),
      );
      return Response.json(structuredContent ?? null);
    } catch (error) {
      if (!isMcpError(error)) throw error;
      return Response.json({ error: error.message }, { status: 502 });
    }
  },
};
