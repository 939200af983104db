import { type CallToolResult, McpError } from "@snodo/protocol";
import { RpcFault, type TestTool } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { callToolAsTask, isTask, type TaskHandle } from "../src/index.ts";
import { coreState, DONE, failure, ID, scene, state } from "./support/task-server.ts";

describe("on 2026-07-28", () => {
  test("a call the server answers with a task gives its handle", async () => {
    const { client, sent } = await scene();
    const outcome = await callToolAsTask(client, "research", { topic: "json" });
    expect(isTask(outcome)).toBe(true);
    expect((outcome as TaskHandle).taskId).toBe(ID);
    expect((outcome as TaskHandle).task).toMatchObject({
      status: "working",
      ttlMs: null,
      pollIntervalMs: 5000,
      createdAt: "2026-11-30T10:00:00Z",
    });
    // The server decides: nothing in the params asks for a task, the capability goes along instead.
    const [params] = sent("tools/call");
    expect(params).toMatchObject({ name: "research", arguments: { topic: "json" } });
    expect(params).not.toHaveProperty("task");
    expect(params).toHaveProperty(["_meta", "io.modelcontextprotocol/clientCapabilities", "extensions"], {
      "io.modelcontextprotocol/tasks": {},
    });
  });

  test("a call the server answers at once gives its result", async () => {
    const { client } = await scene({ created: { content: [{ type: "text", text: "now" }] } });
    const outcome = await callToolAsTask(client, "research");
    expect(isTask(outcome)).toBe(false);
    expect(outcome).toMatchObject({ content: [{ type: "text", text: "now" }] });
  });

  test("a tool may ask for input first and then become a task", async () => {
    const asks = {
      resultType: "input_required",
      inputRequests: {
        who: { method: "elicitation/create", params: { message: "who?", requestedSchema: {} } },
      },
    };
    const answers = [asks, { resultType: "task", ...state("working") }];
    const { client, sent } = await scene({
      created: () => answers.shift() ?? {},
      options: { inputHandlers: { form: () => ({ action: "accept", content: { name: "Ada" } }) } },
    });
    expect(isTask(await callToolAsTask(client, "research"))).toBe(true);
    expect(sent("tools/call")[1]).toMatchObject({
      inputResponses: { who: { action: "accept", content: { name: "Ada" } } },
    });
  });

  test("every request about a task declares the extension again", async () => {
    // @req rule.03
    const { client, timing, server } = await scene({ states: [DONE] });
    const handle = (await callToolAsTask(client, "research", {}, timing)) as TaskHandle;
    await handle.poll();
    await handle.update({});
    await handle.cancel();
    const events = await handle.events();
    await events.close();
    const requests = server.received.filter((message) => "id" in message && "method" in message);
    expect(requests.map((message) => "method" in message && message.method)).toEqual([
      "tools/call",
      "tasks/get",
      "tasks/update",
      "tasks/cancel",
      "subscriptions/listen",
    ]);
    for (const request of requests)
      expect(request).toHaveProperty(
        ["params", "_meta", "io.modelcontextprotocol/clientCapabilities", "extensions"],
        { "io.modelcontextprotocol/tasks": {} },
      );
  });

  test.each([
    ["no id", { status: "working" }, "the task that tools/call created is invalid: it has no taskId"],
    [
      "a status of the future",
      { taskId: ID, status: "paused" },
      'the task that tools/call created is invalid: its status is "paused"',
    ],
    [
      "a status that is no text",
      { taskId: ID, status: 7 },
      "the task that tools/call created is invalid: its status is a number",
    ],
  ])("a task with %s is refused", async (_what, task, message) => {
    const { client } = await scene({ created: { resultType: "task", ...task } });
    const error = await failure(callToolAsTask(client, "research"));
    expect(error).toBeInstanceOf(McpError);
    expect(error).toMatchObject({ kind: "protocol", reason: { type: "invalid_result" }, message });
  });

  test("a task as the answer of another method is invalid", async () => {
    const { client } = await scene({
      methods: { "prompts/get": () => ({ resultType: "task", ...state("working") }) },
    });
    const error = await failure(client.getPrompt("greeting"));
    expect(error).toMatchObject({ kind: "protocol", reason: { type: "unknown_result_type" } });
    expect((error as McpError).message).toBe(
      'prompts/get "greeting" on test-server failed: the server\'s result is invalid: its resultType "task" is none this client knows for prompts/get',
    );
  });

  test("a task for a client that did not install the extension is invalid", async () => {
    const { client } = await scene({ options: { extensions: [] } });
    expect(await failure(callToolAsTask(client, "research"))).toMatchObject({
      reason: { type: "unknown_result_type", resultType: "task" },
    });
  });
});

describe("on 2025-11-25", () => {
  const revision = "2025-11-25";

  test("a tool that supports it is asked to become a task", async () => {
    const { client, sent } = await scene({ revision });
    const [research] = await client.listTools();
    const outcome = await callToolAsTask(client, research ?? "", { topic: "json" }, { ttl: 60_000 });
    expect(isTask(outcome)).toBe(true);
    expect(sent("tools/call")).toEqual([
      { name: "research", arguments: { topic: "json" }, task: { ttl: 60_000 } },
    ]);
    expect(sent("tools/list")).toHaveLength(1);
  });

  test("by name, the tools are listed to find out", async () => {
    const { client, sent } = await scene({ revision });
    expect(isTask(await callToolAsTask(client, "research"))).toBe(true);
    expect(sent("tools/list")).toHaveLength(1);
    expect(sent("tools/call")).toEqual([{ name: "research", task: {} }]);
  });

  test.each<[string, TestTool]>([
    ["a tool that does not mention tasks", {}],
    ["a tool that forbids them", { execution: { taskSupport: "forbidden" } }],
    ["a tool whose word for it is nonsense", { execution: { taskSupport: "always" as never } }],
  ])("%s is called as usual", async (_what, tool) => {
    const { client, sent } = await scene({
      revision,
      created: { content: [] },
      definition: { tools: { research: tool } },
    });
    expect(isTask(await callToolAsTask(client, "research"))).toBe(false);
    expect(sent("tools/call")[0]).not.toHaveProperty("task");
  });

  test("a server that does not declare tasks for tools is never asked, whatever its tools say", async () => {
    const { client, sent } = await scene({
      revision,
      created: { content: [] },
      definition: { capabilities: { tools: {}, tasks: { requests: {} } } },
    });
    const tool = { name: "research", inputSchema: {}, execution: { taskSupport: "required" } } as const;
    expect(isTask(await callToolAsTask(client, tool))).toBe(false);
    expect(sent("tools/call")[0]).not.toHaveProperty("task");
    expect(sent("tools/list")).toEqual([]);
  });

  test("a server that ignores the wish answers with a result", async () => {
    const { client } = await scene({ revision, created: { content: [{ type: "text", text: "now" }] } });
    expect(await callToolAsTask(client, "research")).toEqual({ content: [{ type: "text", text: "now" }] });
  });

  test("the server's refusal is its own error", async () => {
    const { client, server } = await scene({ revision });
    server.failNext("tools/call", new RpcFault(-32601, "no tasks here"));
    expect(await failure(callToolAsTask(client, "research"))).toMatchObject({
      kind: "server",
      code: -32601,
      message: "no tasks here",
    });
  });
});

test("a revision without tasks makes it an ordinary call", async () => {
  const { client, sent } = await scene({ revision: "2025-06-18", created: { content: [] } });
  expect(isTask(await callToolAsTask(client, "research"))).toBe(false);
  expect(sent("tools/call")).toEqual([{ name: "research" }]);
});

test("the result of a task is checked as that of a call", async () => {
  const result: CallToolResult = { content: [], structuredContent: { total: "many" } };
  const { client, timing } = await scene({ states: [state("completed", { result })] });
  const output = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: (value: unknown) =>
        typeof (value as { total?: unknown })?.total === "number"
          ? { value: value as { total: number } }
          : { issues: [{ message: "total is no number", path: ["total"] }] },
    },
  } as const;
  const handle = await callToolAsTask(client, "research", {}, { ...timing, output });
  if (!isTask(handle)) throw new Error("no task");
  await handle.poll();
  expect(await failure(handle.wait())).toMatchObject({
    reason: { type: "output_mismatch", issues: [{ path: "/total", message: "total is no number" }] },
    message: expect.stringContaining('tools/call "research"'),
  });
});

test("a ttl that is no duration is a misuse", async () => {
  const { client } = await scene({ revision: "2025-11-25", states: [coreState("working")] });
  for (const ttl of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    await expect(callToolAsTask(client, "research", {}, { ttl })).rejects.toThrow(TypeError);
});
