// `node dist/record.js`: records the sessions in `corpus/` anew, from a server others wrote and from a test server.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fetchHandler } from "@snodo/testing";
import { stdioChild } from "@snodo/testing/node";
import { corpusFile } from "./input/corpus-file.ts";
import { sampleServer } from "./input/sample-server.ts";
import { initializeSession, PROTOCOL, statelessSession } from "./input/sessions.ts";

interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/** Sends messages one after the other and gives back the lines that came. */
async function recordStdio({ command, args }: Command, messages: readonly object[]): Promise<string> {
  const child = spawn(command, [...args], { stdio: ["pipe", "pipe", "ignore"] });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => lines.push(line));
  for (const message of messages) {
    child.stdin.write(`${JSON.stringify(message)}\n`);
    if ("id" in message) {
      while (!lines.some((line) => line.includes(`"id":${String(message.id)}`))) await once(reader, "line");
    }
  }
  child.stdin.end();
  await once(child, "exit");
  return `${lines.join("\n")}\n`;
}

/** The bodies of the answers to requests over HTTP, as event streams, one after the other. */
async function recordEvents(messages: readonly object[]): Promise<string> {
  const handler = fetchHandler(sampleServer(), { answers: "sse" });
  let text = "";
  for (const message of messages) {
    const { method, params } = message as { method: string; params?: Record<string, unknown> };
    const request = new Request("http://127.0.0.1/mcp", {
      method: "POST",
      headers: {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        "mcp-protocol-version": PROTOCOL,
        "mcp-method": method,
        "mcp-name": String(params?.["name"] ?? params?.["uri"] ?? ""),
      },
      body: JSON.stringify(message),
    });
    text += await (await handler(request)).text();
  }
  return text;
}

function serverEverything(): Command {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve("@modelcontextprotocol/server-everything/package.json");
  return { command: process.execPath, args: [join(dirname(manifest), "dist/index.js"), "stdio"] };
}

async function main(): Promise<void> {
  const sample = stdioChild(new URL("./input/sample-child.js", import.meta.url));
  const write = (name: string, text: string): void => writeFileSync(corpusFile(name), text);
  write("everything.jsonl", await recordStdio(serverEverything(), initializeSession));
  write("sample.jsonl", await recordStdio(sample, statelessSession));
  write("sample.sse", await recordEvents(statelessSession));
}

await main();
