// Servers nobody here wrote the protocol part of, over real pipes and sockets, in every era they speak.
import { afterAll, describe, expect, it } from "vitest";
import { type CallToolResult, type Client, connect, type Revision, type Target } from "../src/index.ts";
import { type Started, script, startHttp } from "./support/start.ts";

const started: Started[] = [];
afterAll(async () => {
  await Promise.all(started.map((server) => server.stop()));
});

async function overHttp(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string> {
  const server = await startHttp(args, env);
  started.push(server);
  return server.url;
}

function textOf(result: CallToolResult): string {
  const [first] = result.content;
  return first?.type === "text" ? first.text : "";
}

interface Case {
  readonly name: string;
  readonly protocol?: Revision;
  readonly revision: Revision;
  target(): Promise<Target>;
}

const over = (server: string) => ({
  stdio: async (): Promise<Target> => ({ command: process.execPath, args: [script(server), "stdio"] }),
  http: async (): Promise<Target> => await overHttp([script(server), "http", "PORT"]),
});
const CASES: readonly Case[] = [
  { name: "sdk 1.x over stdio", target: over("sdk1").stdio, revision: "2025-11-25" },
  { name: "sdk 1.x over HTTP", target: over("sdk1").http, revision: "2025-11-25" },
  {
    name: "sdk 1.x over HTTP, oldest",
    target: over("sdk1").http,
    protocol: "2024-11-05",
    revision: "2024-11-05",
  },
  { name: "server 2.x over stdio", target: over("sdk2").stdio, revision: "2026-07-28" },
  { name: "server 2.x over HTTP", target: over("sdk2").http, revision: "2026-07-28" },
  {
    name: "server 2.x over stdio, 2025-11-25",
    target: over("sdk2").stdio,
    protocol: "2025-11-25",
    revision: "2025-11-25",
  },
  {
    name: "server 2.x over HTTP, 2025-06-18",
    target: over("sdk2").http,
    protocol: "2025-06-18",
    revision: "2025-06-18",
  },
  { name: "fastmcp over stdio", target: over("fastmcp").stdio, revision: "2025-11-25" },
  { name: "fastmcp over HTTP", target: over("fastmcp").http, revision: "2025-11-25" },
];

describe("servers made with other libraries", () => {
  it.each(CASES)(
    "$name: lists, calls, reads, prompts and completes",
    async ({ target, protocol, revision }) => {
      await using client = await connect(await target(), { protocol });
      expect(client.session.protocolVersion).toBe(revision);
      expect(client.session.serverInfo?.version).toBe("1.0.0");
      expect((await client.listTools()).map((tool) => tool.name)).toContain("greet");
      expect(textOf(await client.callTool("greet", { name: "ada" }))).toBe("hello ada");
      expect((await client.listResources()).map((resource) => resource.uri)).toEqual(["note://one"]);
      expect((await client.readResource("note://one")).contents).toMatchObject([{ text: "one" }]);
      expect((await client.listPrompts()).map((prompt) => prompt.name)).toEqual(["paint"]);
      const prompt = await client.getPrompt("paint", { color: "red" });
      expect(prompt.messages).toMatchObject([{ content: { type: "text", text: "paint it red" } }]);
      const completed = await client.complete({
        ref: { type: "ref/prompt", name: "paint" },
        argument: { name: "color", value: "g" },
      });
      expect(completed.completion.values).toEqual(["green"]);
    },
  );

  it("answers a form a 1.x server asks for in the middle of a call, over both transports", async () => {
    for (const target of [await over("sdk1").stdio(), await over("sdk1").http()]) {
      await using client = await connect(target, {
        inputHandlers: { form: () => ({ action: "accept", content: { sure: true } }) },
      });
      expect(textOf(await client.callTool("confirm"))).toBe('{"action":"accept","content":{"sure":true}}');
    }
  });
});

describe("the reference servers", () => {
  const bin = (name: string): string => `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`;
  const root = new URL("../../../", import.meta.url);
  const path = (relative: string): string => decodeURIComponent(new URL(relative, root).pathname);

  async function everything(client: Client): Promise<void> {
    const tools = await client.listTools();
    expect(tools.map((tool) => tool.name)).toContain("get-sum");
    expect(textOf(await client.callTool("get-sum", { a: 20, b: 22 }))).toContain("42");
    const seen: number[] = [];
    const long = { duration: 0.2, steps: 4 };
    const done = await client.callTool("trigger-long-running-operation", long, {
      onProgress: ({ progress }) => seen.push(progress),
    });
    expect(textOf(done)).toContain("completed");
    expect(seen).toEqual([1, 2, 3, 4]);
    const resources = await client.listResources();
    expect(resources.length).toBeGreaterThan(0);
    expect((await client.readResource(resources[0]?.uri ?? "")).contents).toHaveLength(1);
    expect((await client.listResourceTemplates()).length).toBeGreaterThan(0);
    expect((await client.listPrompts()).length).toBeGreaterThan(0);
    expect((await client.callTool("get-tiny-image")).content.map((block) => block.type)).toContain("image");
  }

  it("everything over stdio", async () => {
    await using client = await connect({
      command: process.execPath,
      args: [path(bin("everything")), "stdio"],
    });
    await everything(client);
  });

  it("everything over Streamable HTTP", async () => {
    await using client = await connect(
      await overHttp([path(bin("everything")), "streamableHttp"], { PORT: "PORT" }),
    );
    await everything(client);
    expect(client.session.sessionId).toMatch(/\S/);
  });

  it("everything over HTTP+SSE of 2024-11-05, found by itself", async () => {
    const url = await overHttp([path(bin("everything")), "sse"], { PORT: "PORT" });
    await using client = await connect(url.replace(/\/mcp$/, "/sse"));
    expect(textOf(await client.callTool("echo", { message: "over SSE" }))).toContain("over SSE");
  });

  it("filesystem", async () => {
    const folder = path("packages/snodo/test/servers");
    await using client = await connect({
      command: process.execPath,
      args: [path(bin("filesystem")), folder],
    });
    expect(textOf(await client.callTool("list_directory", { path: folder }))).toContain("sdk1.mjs");
    const outside = await client.callTool("read_text_file", { path: "/etc/hostname" });
    expect(outside.isError).toBe(true);
  });

  it("memory", async () => {
    const env = { MEMORY_FILE_PATH: path("node_modules/.cache/snodo-memory-test.json") };
    await using client = await connect({ command: process.execPath, args: [path(bin("memory"))], env });
    const entities = [{ name: "ada", entityType: "person", observations: ["wrote the first program"] }];
    await client.callTool("create_entities", { entities });
    expect(textOf(await client.callTool("search_nodes", { query: "first program" }))).toContain("ada");
  });

  it("sequential-thinking", async () => {
    await using client = await connect({
      command: process.execPath,
      args: [path(bin("sequential-thinking"))],
    });
    const thought = { thought: "begin", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 };
    expect(textOf(await client.callTool("sequentialthinking", thought))).toContain("thoughtNumber");
  });
});
