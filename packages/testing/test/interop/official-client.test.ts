import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, test } from "vitest";
import { serveHttp, stdioChild } from "../../src/node/index.ts";
import { sampleServer } from "../support/sample-server.ts";

const child = stdioChild(new URL("../children/sample.mjs", import.meta.url));

interface Dialled {
  readonly client: Client;
  readonly close: () => Promise<void>;
}

async function dial(over: "http" | "stdio", mode: "auto" | "legacy"): Promise<Dialled> {
  const client = new Client(
    { name: "official", version: "2.4.0" },
    { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { name: "Ada" } }));
  if (over === "stdio") {
    await client.connect(new StdioClientTransport({ command: child.command, args: [...child.args] }));
    return { client, close: () => client.close() };
  }
  const server = await serveHttp(sampleServer());
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  return {
    client,
    close: async () => {
      await client.close();
      await server.close();
    },
  };
}

describe.each([
  ["http", "auto", "2026-07-28"],
  ["http", "legacy", "2025-11-25"],
  ["stdio", "auto", "2026-07-28"],
  ["stdio", "legacy", "2025-11-25"],
] as const)("the official client 2.x over %s, %s", (over, mode, revision) => {
  test("connects and calls everything", async () => {
    const { client, close } = await dial(over, mode);
    try {
      expect(client.getNegotiatedProtocolVersion()).toBe(revision);
      expect(client.getInstructions()).toBe("Ask politely.");
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain("echo");
      const echoed = await client.callTool({ name: "echo", arguments: { text: "hi" } });
      expect(echoed.content).toEqual([{ type: "text", text: "hi" }]);
      const broken = await client.callTool({ name: "broken", arguments: {} });
      expect(broken.isError).toBe(true);
      const read = await client.readResource({ uri: "file:///notes.md" });
      expect(read.contents).toEqual([
        { uri: "file:///notes.md", mimeType: "text/markdown", text: "# Notes" },
      ]);
      const templated = await client.readResource({ uri: "user://7" });
      expect(templated.contents).toEqual([{ uri: "user://7", text: "user 7" }]);
      const prompt = await client.getPrompt({ name: "review", arguments: { code: "x" } });
      expect(prompt.messages).toEqual([{ role: "user", content: { type: "text", text: "Review x" } }]);
      const completion = await client.complete({
        ref: { type: "ref/prompt", name: "review" },
        argument: { name: "code", value: "a" },
      });
      expect(completion.completion.values).toEqual(["alpha"]);
      await expect(client.callTool({ name: "nothing", arguments: {} })).rejects.toThrow(/Unknown tool/);
    } finally {
      await close();
    }
  });

  test("gets progress and answers input", async () => {
    const { client, close } = await dial(over, mode);
    try {
      const steps: number[] = [];
      const counted = await client.callTool(
        { name: "count", arguments: {} },
        { onprogress: ({ progress }) => steps.push(progress) },
      );
      expect(counted.content).toEqual([{ type: "text", text: "done" }]);
      // Over stdio this client loses progress that shares a chunk with the answer.
      expect(steps).toEqual(over === "http" ? [1, 2, 3] : [1, 2, 3].filter((step) => steps.includes(step)));
      const greeted = await client.callTool({ name: "greet", arguments: {} });
      expect(greeted.content).toEqual([{ type: "text", text: "Hello, Ada" }]);
      await client.listTools();
      const mirrored = await client.callTool({ name: "region", arguments: { region: "europe" } });
      expect(mirrored.content).toEqual([{ type: "text", text: "in europe" }]);
    } finally {
      await close();
    }
  });
});
