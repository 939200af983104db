// The authorization server is `oidc-provider`; the MCP server takes only its tokens, judged with `jose`.
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { isAuthorizationError } from "@snodo/oauth";
import { connect } from "snodo";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { browse, type RealServers, realServers } from "../../../packages/oauth/test/fixtures/oidc.ts";
import { signIn } from "../src/sign-in.ts";

function buildServer(): McpServer {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  server.registerTool("note", { inputSchema: z.object({ text: z.string() }) }, ({ text }) => ({
    content: [{ type: "text", text: `noted: ${text}` }],
  }));
  return server;
}

let servers: RealServers;
let directory: string;
let opened: string[];

/** A browser with a user who signs in and consents. */
const open = (url: string): Promise<unknown> => {
  opened.push(url);
  return browse(url);
};

beforeEach(async () => {
  // `oidc-provider` says on the console that it is no production set-up.
  for (const method of ["info", "warn"] as const) vi.spyOn(console, method).mockReturnValue();
  const answer = toNodeHandler(createMcpHandler(buildServer));
  servers = await realServers({
    answer: (request, response) => void answer(request as NodeIncomingMessageLike, response),
  });
  directory = await mkdtemp(join(tmpdir(), "snodo-example-"));
  opened = [];
});
afterEach(async () => {
  await servers.close();
  await rm(directory, { recursive: true });
  vi.restoreAllMocks();
});

test("the first run signs the user in, and the next one needs no user", async () => {
  const first = await connect(servers.server, { tokenProvider: signIn({ directory, open }) });
  expect(await first.callTool("note", { text: "hello" })).toMatchObject({
    content: [{ text: "noted: hello" }],
  });
  await first.close();
  expect(opened).toHaveLength(1);
  expect(new URL(opened[0] ?? "").origin).toBe(servers.issuer);
  expect(servers.taken.every(({ claims }) => claims["sub"] === "ada")).toBe(true);

  // What is kept is for nobody else's eyes.
  const kept = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  expect(kept).not.toEqual([]);
  for (const { parentPath, name } of kept) {
    expect((await stat(join(parentPath, name))).mode & 0o077).toBe(0);
  }

  // Another process, with nothing but the folder.
  const second = await connect(servers.server, { tokenProvider: signIn({ directory, open }) });
  expect((await second.listTools()).map(({ name }) => name)).toEqual(["note"]);
  await second.close();
  expect(opened).toHaveLength(1);
});

test("a token that the server refuses is renewed without the user", async () => {
  const client = await connect(servers.server, { tokenProvider: signIn({ directory, open }) });
  await client.callTool("note", { text: "before" });
  servers.expire();
  const calls = Array.from({ length: 5 }, (_none, at) => client.callTool("note", { text: String(at) }));
  expect(await Promise.all(calls)).toHaveLength(5);
  await client.close();
  expect(opened).toHaveLength(1);
});

test("a user who refuses is told so", async () => {
  const refuse = async (url: string): Promise<void> => {
    const parameters = new URL(url).searchParams;
    const back = new URL(parameters.get("redirect_uri") ?? "");
    back.searchParams.set("error", "access_denied");
    back.searchParams.set("state", parameters.get("state") ?? "");
    back.searchParams.set("iss", servers.issuer);
    await fetch(back);
  };
  const error = await connect(servers.server, { tokenProvider: signIn({ directory, open: refuse }) }).catch(
    (reason: unknown) => reason,
  );
  expect(isAuthorizationError(error, "callback")).toBe(true);
  expect(String(error)).toContain("access_denied");
});
