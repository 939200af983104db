import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { createInterface } from "node:readline";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

/** A server to call, and how to end it. */
export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** The entry file of the reference server, `@modelcontextprotocol/server-everything`. */
export const everything: string = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/server-everything/dist/index.js",
);

/** Starts the reference server on Streamable HTTP. */
export async function everythingOverHttp(): Promise<RunningServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [everything, "streamableHttp"], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  await said(child, /listening on port/);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    stop: async () => {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

/** Starts a server made with the official SDK 2.x, which speaks the stateless revision 2026-07-28. */
export async function weatherOverHttp(): Promise<RunningServer> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "weather", version: "1.0.0" });
    const input = z.object({ city: z.string() });
    server.registerTool(
      "forecast",
      { description: "What the sky will do", inputSchema: input },
      ({ city }) => ({
        content: [{ type: "text", text: `${city}: sunny, 21 °C, light wind` }],
      }),
    );
    server.registerTool(
      "survey",
      { description: "Asks every station", inputSchema: z.object({}) },
      async (_, context) => {
        const { progressToken } = context.mcpReq._meta ?? {};
        for (let progress = 1; progress <= STATIONS && progressToken !== undefined; progress += 1) {
          await context.mcpReq.notify({
            method: "notifications/progress",
            params: { progressToken, progress, total: STATIONS, message: `station ${progress}` },
          });
        }
        return { content: [{ type: "text", text: `${STATIONS} stations answered` }] };
      },
    );
    return server;
  });
  const answer = toNodeHandler(handler);
  const server = createServer(
    (request, response) => void answer(request as NodeIncomingMessageLike, response),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    stop: async () => {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const STATIONS = 20;

async function freePort(): Promise<number> {
  const probe = createSocketServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function said(child: ChildProcess, text: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) =>
      reject(new Error(`the server exited with code ${code} before it was ready`)),
    );
    child.once("error", reject);
    if (child.stderr === null) return reject(new Error("the server has no stderr"));
    createInterface({ input: child.stderr }).on("line", (line) => {
      if (text.test(line)) resolve();
    });
  });
}
