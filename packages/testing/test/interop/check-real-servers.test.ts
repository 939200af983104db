// What `checkServer` finds in servers nobody here wrote. Each finding was checked by hand against the specification;
// the README lists them.
import { fileURLToPath } from "node:url";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import type { Transport } from "@snodo/protocol";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { http } from "../../../http/dist/index.js";
import { stdio } from "../../../stdio/dist/index.js";
import { type CheckOptions, checkServer } from "../../src/index.ts";
import { type SpawnedHttp, spawnHttp } from "../support/spawn-http.ts";

const MINUTE = 60_000;
const spawned: SpawnedHttp[] = [];
afterAll(() => Promise.all(spawned.map((server) => server.stop())));

const path = (file: string): string => fileURLToPath(new URL(`../../../../${file}`, import.meta.url));
const reference = (name: string): string => path(`node_modules/@modelcontextprotocol/${name}/dist/index.js`);
const other = (name: string): string => path(`packages/snodo/test/servers/${name}.mjs`);
const child = (...args: readonly string[]): Transport => stdio({ command: process.execPath, args });

/** The revisions a server speaks, and the findings, one a line. */
async function check(transport: Transport, options: CheckOptions = {}): Promise<readonly string[]> {
  const report = await checkServer(transport, { toolTimeout: 1000, ...options });
  const spoken = report.revisions.filter((each) => each.spoken).map(({ revision }) => revision);
  return [
    `${spoken[0]}, ${spoken.length} revisions`,
    ...report.findings.map(({ severity, rule, subjects }) => `${severity} ${rule}: ${subjects.join(", ")}`),
  ];
}

const LISTS = "tools/list, resources/list, resources/templates/list, prompts/list";

describe("over stdio", () => {
  test("server-everything", { timeout: MINUTE }, async () => {
    expect(await check(child(reference("server-everything")))).toEqual([
      "2025-11-25, 4 revisions",
      "violation result-shape: tools/call",
      "warning unknown-tool: tools/call",
      "warning unknown-resource: resources/read",
      `warning unknown-cursor: ${LISTS}`,
      "warning log-level: logging/setLevel",
    ]);
  });

  test("server-filesystem", { timeout: MINUTE }, async () => {
    const folder = fileURLToPath(new URL(".", import.meta.url));
    const tools = { list_directory: { path: folder } };
    expect(await check(child(reference("server-filesystem"), folder), { tools })).toEqual([
      "2025-11-25, 4 revisions",
      "warning unknown-tool: tools/call",
      "warning unknown-cursor: tools/list",
      "warning structured-text: tool list_directory, tool list_allowed_directories",
    ]);
  });

  test("server-memory", { timeout: MINUTE }, async () => {
    expect(await check(child(reference("server-memory")))).toEqual([
      "2025-11-25, 4 revisions",
      "warning unknown-tool: tools/call",
      "warning unknown-resource: resources/read",
      "warning unknown-cursor: tools/list, resources/list, resources/templates/list",
    ]);
  });

  test("fastmcp", { timeout: MINUTE }, async () => {
    expect(await check(child(other("fastmcp"), "stdio"))).toEqual([
      "2025-11-25, 4 revisions",
      "warning unknown-tool: tools/call",
      "warning unknown-prompt: prompts/get",
      "warning unknown-resource: resources/read",
      `warning unknown-cursor: ${LISTS}`,
      "warning log-level: logging/setLevel",
    ]);
  });

  test("a server on the official SDK 2.x, in both eras", { timeout: MINUTE }, async () => {
    expect(await check(child(other("sdk2"), "stdio"))).toEqual([
      "2026-07-28, 5 revisions",
      "warning unknown-resource: resources/read",
      `warning unknown-cursor: ${LISTS}`,
    ]);
  });
});

describe("over HTTP", () => {
  test("server-everything", { timeout: MINUTE }, async () => {
    const server = await spawnHttp([reference("server-everything"), "streamableHttp"]);
    spawned.push(server);
    const found = await check(http(server.url), { http: { url: server.url }, revisions: ["2025-11-25"] });
    expect(found).toEqual([
      "2025-11-25, 1 revisions",
      "violation http-session-gone: a request with an unknown session id, a request after DELETE",
      "violation http-origin: POST",
      "warning unknown-tool: tools/call",
      "warning unknown-resource: resources/read",
      `warning unknown-cursor: ${LISTS}`,
      "warning log-level: logging/setLevel",
    ]);
  });

  test("a handler of the official SDK 2.x, in both eras", { timeout: MINUTE }, async () => {
    const handler = createMcpHandler(() => {
      const server = new McpServer({ name: "sdk2", version: "1.0.0" });
      server.registerTool("greet", { inputSchema: z.object({ name: z.string() }) }, ({ name }) => ({
        content: [{ type: "text", text: `hello ${name}` }],
      }));
      return server;
    });
    const url = "http://127.0.0.1/mcp";
    const through = (request: Request): Promise<Response> => handler.fetch(request);
    const transport = http(url, { fetch: (input, init) => through(new Request(input, init)) });
    expect(
      await check(transport, { http: { url, fetch: through }, tools: { greet: { name: "Ada" } } }),
    ).toEqual([
      "2026-07-28, 5 revisions",
      "violation http-origin: POST",
      "warning unknown-cursor: tools/list",
    ]);
    await handler.close();
  });
});
