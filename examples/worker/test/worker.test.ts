import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { type HttpServer, serveHttp } from "@snodo/testing/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { bundle } from "../src/bundle.ts";
import { findWorkerd, type Served, serveWorker } from "./support/workerd.ts";

const program = findWorkerd();
if (program === undefined) {
  console.warn("skipped: the Worker of the examples, since there is no workerd (pnpm portable installs one)");
}

function buildServer(): McpServer {
  const server = new McpServer({ name: "weather", version: "1.0.0" });
  server.registerTool(
    "forecast",
    { inputSchema: z.object({ city: z.string().min(1) }), outputSchema: z.object({ forecast: z.string() }) },
    ({ city }) => {
      const forecast = `rain in ${city}`;
      return { content: [{ type: "text", text: forecast }], structuredContent: { forecast } };
    },
  );
  return server;
}

describe.skipIf(program === undefined)("in workerd", () => {
  let server: HttpServer;
  let worker: Served;

  beforeAll(async () => {
    const folder = fileURLToPath(new URL("../../../.cache/examples/", import.meta.url));
    mkdirSync(folder, { recursive: true });
    const script = join(folder, "worker.js");
    await bundle(script);
    server = await serveHttp(createMcpHandler(buildServer).fetch);
    worker = await serveWorker(program ?? "", script, server.url);
  });
  afterAll(async () => {
    await worker.stop();
    await server.close();
  });

  const ask = async (city: string): Promise<readonly [number, unknown]> => {
    const response = await fetch(`${worker.url}/?city=${encodeURIComponent(city)}`);
    return [response.status, await response.json()];
  };

  test("each request has a connection of its own, and many go at once", async () => {
    const cities = Array.from({ length: 20 }, (_none, at) => `City ${at}`);
    expect(await Promise.all(cities.map(ask))).toEqual(
      cities.map((city) => [200, { forecast: `rain in ${city}` }]),
    );
  });

  test("a server that cannot be reached is an answer, too", async () => {
    const { port } = server;
    await server.close();
    const [status, body] = await ask("Chicago");
    expect(status).toBe(502);
    expect(body).toEqual({ error: expect.stringContaining(`http://127.0.0.1:${port}/mcp`) });
  });
});
