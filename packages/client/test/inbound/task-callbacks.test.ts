// A call that became a task is answered, and its progress token goes on (2025-11-25 basic/utilities/tasks).
import { META } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { TaskCallbacks } from "../../src/inbound/task-callbacks.ts";
import type { CallOptions } from "../../src/index.ts";
import { open } from "../support/clients.ts";
import { type RawOptions, type RawServer, rawServer } from "../support/raw-server.ts";

const protocol = "2025-11-25";
const ID = "task-1";

function progress(server: RawServer, progressToken: unknown, done: number): void {
  server.send({
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken, progress: done },
  });
}

function log(server: RawServer, data: string, taskId = ID): void {
  const params = { level: "info", data, _meta: { [META.relatedTask]: { taskId } } };
  server.send({ jsonrpc: "2.0", method: "notifications/message", params });
}

/** A client whose first call became a task, and what was heard of it. */
async function begun(onProgress?: CallOptions["onProgress"], adapt?: RawOptions["adapt"]) {
  const server = rawServer({
    ...(adapt === undefined ? {} : { adapt }),
    methods: {
      "tools/call": () => ({ task: { taskId: ID, status: "working" } }),
      "tasks/get": () => ({ taskId: ID, status: "completed" }),
      "tasks/cancel": () => ({ taskId: ID, status: "cancelled" }),
      "tasks/result": () => ({ content: [] }),
    },
  });
  const heard: unknown[] = [];
  const logs: unknown[] = [];
  const opened = await open(server.transport, {
    protocol,
    onLog: ({ data }) => void logs.push(`client ${String(data)}`),
  });
  const options: CallOptions = {
    onProgress: onProgress ?? ((params) => void heard.push(params.progress)),
    onLog: ({ data }) => void logs.push(data),
  };
  const params = { name: "a", task: {} };
  await opened.client.request("tools/call", params, options);
  const token = server.requests("tools/call")[0]?.params["_meta"] as { readonly progressToken: number };
  return { server, heard, logs, token: token.progressToken, ...opened };
}

test("progress and log messages of the task reach the callbacks of the call", async () => {
  const { server, heard, logs, token, codes } = await begun();
  progress(server, token, 1);
  log(server, "of the task");
  log(server, "of another", "task-2");
  progress(server, token, 2);
  expect(heard).toEqual([1, 2]);
  expect(logs).toEqual(["of the task", "client of another"]);
  expect(codes()).toEqual([]);
});

test.each([
  ["tasks/get", { taskId: ID }],
  ["tasks/cancel", { taskId: ID }],
  ["tasks/result", { taskId: ID }],
] as const)("until %s tells that it is over", async (method, params) => {
  const { client, server, heard, logs, token, codes } = await begun();
  await client.request(method, params);
  progress(server, token, 1);
  log(server, "late");
  expect(heard).toEqual([]);
  expect(logs).toEqual(["client late"]);
  expect(codes()).toEqual(["stray_progress"]);
});

test("until the server reports so, and no longer than the client", async () => {
  const { client, server, heard, token } = await begun();
  const status = (now: string): void =>
    server.send({
      jsonrpc: "2.0",
      method: "notifications/tasks/status",
      params: { taskId: ID, status: now },
    });
  status("working");
  progress(server, token, 1);
  status("failed");
  progress(server, token, 2);
  expect(heard).toEqual([1]);
  const other = await begun();
  const closing = other.client.close();
  progress(other.server, other.token, 1);
  await closing;
  expect(other.heard).toEqual([]);
  await client.close();
});

test("the stream of another request may carry it, as that of tasks/result does over HTTP", async () => {
  let token: unknown;
  const { client, heard } = await begun(undefined, (connection) => {
    const send = connection.send.bind(connection);
    return Object.assign(connection, {
      send: (...[request, exchange]: Parameters<typeof send>) => {
        if (request.method === "tools/call") token = request.id;
        const params = { progressToken: token, progress: 7 };
        if (request.method === "tasks/result")
          exchange.notification({ jsonrpc: "2.0", method: "notifications/progress", params });
        return send(request, exchange);
      },
    });
  });
  await client.request("tasks/result", { taskId: ID });
  expect(heard).toEqual([7]);
});

test("what a callback throws then is reported and ends nothing", async () => {
  const { client, server, token, codes } = await begun(() => {
    throw new Error("no");
  });
  progress(server, token, 1);
  expect(codes()).toEqual(["callback_failed"]);
  expect(await client.request("tasks/result", { taskId: ID })).toEqual({ content: [] });
});

describe("what is kept", () => {
  const onProgress = (): void => undefined;
  const working = (taskId: unknown, status = "working") => ({ task: { taskId, status } });

  test("is only what can be heard of again", () => {
    const tasks = new TaskCallbacks();
    tasks.keep(1, working("a"), {});
    tasks.keep(2, working(7), { onProgress });
    tasks.keep(3, working("b", "completed"), { onProgress });
    tasks.keep(4, { content: [] }, { onProgress });
    expect(tasks.size).toBe(0);
    tasks.state(undefined);
    expect(tasks.onProgress(undefined)).toBeUndefined();
    expect(tasks.onLog(undefined)).toBeUndefined();
  });

  test("is bounded, the oldest goes first, and a task that is named again is one", () => {
    const tasks = new TaskCallbacks();
    for (let token = 1; token <= 1001; token += 1) tasks.keep(token, working(`t${token}`), { onProgress });
    expect(tasks.size).toBe(1000);
    expect(tasks.onProgress({ progressToken: 1 })).toBeUndefined();
    expect(tasks.onProgress({ progressToken: 2 })).toBe(onProgress);
    tasks.keep(5000, working("t2"), { onProgress });
    expect(tasks.size).toBe(1000);
    expect(tasks.onProgress({ progressToken: 2 })).toBeUndefined();
    expect(tasks.onProgress({ progressToken: 5000 })).toBe(onProgress);
  });
});
