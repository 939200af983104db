import { createRequire } from "node:module";
import { testServer } from "@snodo/testing";
import { type Client, connect, direct } from "snodo";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "../src/ask.ts";
import { call, say, scriptedModel } from "../src/scripted-model.ts";
import { toolsOf } from "../src/tools.ts";

const server = (name: string, file: string): string =>
  createRequire(import.meta.url).resolve(`@modelcontextprotocol/server-${name}/dist/${file}`);

let client: Client;

beforeAll(async () => {
  client = await connect({ command: process.execPath, args: [server("everything", "index.js"), "stdio"] });
});
afterAll(() => client.close());

test("the model calls a tool of the server, reads its result, and answers", async () => {
  const model = scriptedModel(call("everything__get-sum", { a: 19, b: 23 }), say("It is 42."));
  expect(await ask(model, { everything: client }, "How much are 19 and 23?")).toBe("It is 42.");
  const [first, second] = model.doGenerateCalls;
  expect(first?.tools?.map(({ name }) => name)).toContain("everything__get-sum");
  expect(JSON.stringify(second?.prompt)).toContain("The sum of 19 and 23 is 42.");
});

test("structured content reaches the model as it is", async () => {
  const model = scriptedModel(
    call("everything__get-structured-content", { location: "Chicago" }),
    say("Light rain."),
  );
  await ask(model, { everything: client }, "The weather in Chicago?");
  const results = model.doGenerateCalls[1]?.prompt.find(({ role }) => role === "tool");
  expect(results).toMatchObject({
    content: [{ output: { type: "json", value: { temperature: 36, humidity: 82 } } }],
  });
});

test("what a tool says about its failure reaches the model, which may do better", async () => {
  const model = scriptedModel(
    call("everything__get-sum", { a: "nineteen", b: 23 }),
    call("everything__get-sum", { a: 19, b: 23 }),
    say("It is 42."),
  );
  expect(await ask(model, { everything: client }, "How much are 19 and 23?")).toBe("It is 42.");
  expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).toMatch(/error-text.*(Invalid|expected)/i);
});

test("names that providers do not take are made ones that they do, and no tool is lost", async () => {
  const names = ["a.b", "a/b", "a b", "x".repeat(80), `${"x".repeat(80)}y`];
  const odd = await direct(
    testServer({ tools: Object.fromEntries(names.map((name) => [name, () => name])) }),
  );
  const tools = Object.entries(await toolsOf({ odd }));
  expect(tools.every(([name]) => /^[\w-]{1,64}$/.test(name))).toBe(true);
  const options = { toolCallId: "1", messages: [] };
  const answers = await Promise.all(tools.map(([, tool]) => tool.execute?.({}, options) as Promise<unknown>));
  expect(answers).toEqual(names);
  await odd.close();
});

test("the stop button ends the tool call under way", async () => {
  const stop = new AbortController();
  const tools = await toolsOf({ everything: client });
  const slow = tools["everything__trigger-long-running-operation"];
  const options = { toolCallId: "1", messages: [], abortSignal: stop.signal };
  const running = slow?.execute?.({ duration: 60, steps: 2 }, options) as Promise<unknown>;
  stop.abort(new Error("the user pressed stop"));
  await expect(running).rejects.toThrow("the user pressed stop");
});
