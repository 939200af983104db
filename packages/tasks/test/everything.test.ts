// The experimental tasks of 2025-11-25 as the reference server "everything" has them, over real pipes.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Client, type ConnectOptions, connect } from "@snodo/client";
import { META } from "@snodo/protocol";
import { stdio } from "@snodo/stdio";
import { expect, test } from "vitest";
import { callToolAsTask, isTask, type TaskHandle, taskHandle, tasks } from "../src/index.ts";
import { failure } from "./support/task-server.ts";

const manifest = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/server-everything/package.json",
);

function everything(options: ConnectOptions = {}): Promise<Client> {
  const server = stdio({
    command: process.execPath,
    args: [join(dirname(manifest), "dist/index.js"), "stdio"],
  });
  return connect(server, { extensions: [tasks()], ...options });
}

async function research(client: Client, args: object): Promise<TaskHandle> {
  const outcome = await callToolAsTask(client, "simulate-research-query", { ...args });
  if (!isTask(outcome)) throw new Error("the tool did not become a task");
  return outcome as TaskHandle;
}

test.concurrent("a task runs to its end at the server's pace", async () => {
  await using client = await everything();
  expect(client.session.protocolVersion).toBe("2025-11-25");
  const handle = await research(client, { topic: "json" });
  expect(handle.task).toMatchObject({ status: "working", ttlMs: 300_000, pollIntervalMs: 1000 });
  const seen = new Set<string | undefined>();
  const result = await handle.wait({ onTask: ({ statusMessage }) => seen.add(statusMessage) });
  expect(result.content[0]).toMatchObject({
    type: "text",
    text: expect.stringContaining("Research Report: json"),
  });
  expect(result._meta).toMatchObject({ [META.relatedTask]: { taskId: handle.taskId } });
  expect([...seen].some((message) => message?.includes("Synthesizing"))).toBe(true);
});

test.concurrent("an ambiguous query asks through the client's handlers before it ends", async () => {
  const asked: string[] = [];
  await using client = await everything({
    inputHandlers: {
      form: ({ message }) => {
        asked.push(message);
        return { action: "accept", content: { interpretation: "snake" } };
      },
    },
  });
  const handle = await research(client, { topic: "python", ambiguous: true });
  const result = await handle.wait();
  expect(asked).toEqual([expect.stringContaining('"python" could have multiple interpretations')]);
  expect(result.content[0]).toMatchObject({
    text: expect.stringContaining("Research Report: python (snake)"),
  });
});

test.concurrent("a cancelled task is told from a failed one, and its id outlives the handle", async () => {
  await using client = await everything();
  const { taskId, ...first } = await research(client, { topic: "json" });
  expect(first).toBeDefined();
  const handle = taskHandle(client, taskId);
  await handle.cancel();
  expect(await failure(handle.wait())).toMatchObject({
    reason: { type: "task", problem: "cancelled", taskId },
  });
  expect(await failure(handle.cancel())).toMatchObject({ kind: "server", code: -32602 });
});

test.concurrent("without asking, a tool that requires a task is refused by the server", async () => {
  await using client = await everything();
  const error = await failure(
    client.callTool("simulate-research-query", { topic: "json" }).then((result) => {
      if (result.isError === true) throw new Error(JSON.stringify(result.content));
      return result;
    }),
  );
  expect(String(error)).toContain("-32601");
});

test.concurrent("an ordinary tool of the same server is called as usual", async () => {
  await using client = await everything();
  const outcome = await callToolAsTask(client, "echo", { message: "hello" });
  expect(isTask(outcome)).toBe(false);
  expect(outcome).toMatchObject({ content: [{ type: "text", text: "Echo: hello" }] });
});
