import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { connect } from "@snodo/client";
import { http } from "@snodo/http";
import fc from "fast-check";
import { applyByteEdits, byteEdits } from "../input/byte-edits.ts";
import { messageLines } from "../input/corpus.ts";
import { mustBeSound, type Outcome } from "./support/must.ts";
import { type Target, target } from "./target.ts";

const HEADS = [
  "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: LENGTH\r\n\r\n",
  "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n",
  "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\ndata: ",
  "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n",
  'HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Bearer realm="x"\r\ncontent-length: LENGTH\r\n\r\n',
  "HTTP/1.1 503 Busy\r\nretry-after: 1\r\ntransfer-encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n",
  "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: LENGTH\r\n\r\n",
] as const;
/** Nothing here waits for a server: who is not answered sees the end of the connection. */
const PATIENCE = 2_000;

/** Bytes of an HTTP server on a real connection, which it then ends: every call settles. */
export const sockets: Target = target({
  name: "sockets",
  share: 5,
  input: fc.record({
    head: fc.constantFrom(...HEADS),
    line: fc.nat(messageLines.length - 1),
    edits: byteEdits,
  }),
  async run({ head, line, edits }) {
    const body = Buffer.from(`${messageLines[line]}\n\n`);
    const bytes = Buffer.concat([Buffer.from(head.replace("LENGTH", String(body.length))), body]);
    await withServer(applyByteEdits(bytes, edits), async (url) => {
      const client = await connect(http(url, { legacySse: false }), {
        protocol: "2026-07-28",
        timeout: PATIENCE,
        diagnostics: { report: () => undefined },
      });
      mustBeSound(await outcomeOf(client.callTool("echo", {})));
      await client.close();
    });
  },
});

async function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await call };
  } catch (error) {
    return { error };
  }
}

/** A server that reads a request and writes the same bytes for each. */
async function withServer(bytes: Buffer, use: (url: string) => Promise<void>): Promise<void> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => open.delete(socket));
    socket.once("data", () => socket.end(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  } finally {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}
