import { describe, expect, test } from "vitest";
import { type Client, direct } from "../../../client/dist/index.js";
import {
  ExpectationFailure,
  expectPrompt,
  expectResource,
  expectTool,
  observeTool,
  RpcFault,
  recordInput,
  type ToolMatchers,
  testServer,
  toolMatchers,
} from "../../src/index.ts";

declare module "vitest" {
  // biome-ignore lint/suspicious/noExplicitAny: the parameter's name and constraint are vitest's
  interface Matchers<T = any> extends ToolMatchers<T> {}
}
expect.extend(toolMatchers);

const form = {
  method: "elicitation/create",
  params: { message: "Really?", requestedSchema: { type: "object", properties: {} } },
};
const server = testServer({
  tools: {
    add: ({ a, b }, context) => {
      context.progress(1, 2);
      context.progress(2, 2);
      const sum = Number(a) + Number(b);
      return { content: [{ type: "text", text: String(sum) }], structuredContent: { sum, parts: [a, b] } };
    },
    broken: () => {
      throw new Error("it broke");
    },
    deploy: async (_args, context) => {
      const { sure } = await context.input({ sure: form });
      return String(sure?.["action"]);
    },
    fault: () => {
      throw new RpcFault(-31000, "not today");
    },
  },
  resources: { "file:///a.md": "# A" },
  prompts: {
    hello: { arguments: [{ name: "who", required: true }], get: ({ who }) => `Hello ${String(who)}` },
  },
});

async function failure(promise: Promise<unknown>): Promise<ExpectationFailure> {
  const error: unknown = await promise.then(
    () => new Error("it held"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ExpectationFailure)) throw error;
  return error;
}

describe.each(["2026-07-28", "2025-11-25"] as const)("in %s", (protocol) => {
  const connect = (options: object = {}): Promise<Client> => direct(server, { protocol, ...options });

  test("expectations that hold", async () => {
    const client = await connect();
    const add = expectTool(client, "add", { a: 1, b: 2 });
    await add.toSucceed();
    await add.toHaveText("3");
    await add.toHaveText(/^\d$/);
    await add.toHaveStructured({ sum: 3 });
    await add.toHaveStructured({ parts: [1, 2] });
    await add.toHaveProgress();
    const seen = await add.toHaveProgress(2);
    expect(seen.progress).toMatchObject([{ progress: 1, total: 2 }, { progress: 2 }]);
    await expectTool(client, "broken").toBeToolError();
    await expectTool(client, "broken").toBeToolError(/broke/);
    await expectTool(client, "fault").toBeRefused(-31000);
    await expectTool(client, "none").toBeRefused();
    await expectResource(client, "file:///a.md").toHaveText("# A");
    await expectResource(client, "file:///b.md").toBeRefused();
    await expectPrompt(client, "hello", { who: "Ada" }).toHaveText(/Ada$/);
    await expectPrompt(client, "hello").toBeRefused(-32602);
    await client.close();
  });

  test("a call is made once, whatever is expected of it", async () => {
    const client = await connect();
    const before = server.received.length;
    const add = expectTool(client, "add", { a: 1, b: 2 });
    await add.toSucceed();
    await add.toHaveText("3");
    expect(server.received.length).toBe(before + 1);
    await client.close();
  });

  test("what is asked is seen", async () => {
    const input = recordInput({
      form: ({ message }) => ({ action: message === "Really?" ? "accept" : "decline", content: {} }),
    });
    const client = await connect({ inputHandlers: input.handlers });
    const deploy = expectTool(client, "deploy", {}, { input });
    await deploy.toHaveText("accept");
    await deploy.toHaveAsked("form");
    await deploy.toHaveAsked("form", "Really?");
    expect((await failure(deploy.toHaveAsked("url"))).message).toBe(
      'deploy() should ask for url, but it returned "accept"',
    );
    expect((await failure(deploy.toHaveAsked("form", /Sure/))).actual).toMatchObject([{ kind: "form" }]);
    // A later call sees its own questions only.
    const add = await expectTool(client, "add", { a: 1, b: 1 }, { input }).observed;
    expect(add.asked).toEqual([]);
    await client.close();
  });
});

test("a call that got no answer was not refused, whatever its code", async () => {
  const client = await direct(server);
  await client.close();
  const add = expectTool(client, "add", { a: 1, b: 2 });
  for (const code of [undefined, -32000]) {
    const { message } = await failure(add.toBeRefused(code));
    expect(message).toMatch(
      /^add\(\{"a":1,"b":2\}\) should be refused with .+, but it got no answer: -32000 /,
    );
  }
  expect((await failure(expectResource(client, "file:///b.md").toBeRefused())).message).toBe(
    "resource file:///b.md should be refused",
  );
});

test("a pattern that remembers where it was matches each time", async () => {
  const client = await direct(server);
  const again = /\d/g;
  const add = expectTool(client, "add", { a: 1, b: 2 });
  await add.toHaveText(again);
  await add.toHaveText(again);
  const heading = /A/g;
  await expectResource(client, "file:///a.md").toHaveText(heading);
  await expectResource(client, "file:///a.md").toHaveText(heading);
  await client.close();
});

test("questions nobody answers are seen, too", async () => {
  const client = await direct(server, { clientCapabilities: { elicitation: { form: {} } } });
  const deploy = expectTool(client, "deploy");
  await deploy.toHaveAsked("form", "Really?");
  expect((await failure(deploy.toSucceed())).message).toBe("deploy() should succeed, but it asked for input");
  await client.close();
});

test("failures say what was called, what was expected and what happened", async () => {
  const client = await direct(server);
  const add = expectTool(client, "add", { a: 1, b: 2 });
  const broken = expectTool(client, "broken");
  const fault = expectTool(client, "fault");
  const messages = [
    add.toHaveText("4"),
    add.toHaveStructured({ sum: 4 }),
    add.toHaveProgress(3),
    add.toBeToolError(),
    add.toBeRefused(),
    broken.toSucceed(),
    broken.toBeToolError("other"),
    broken.toHaveStructured({}),
    broken.toHaveProgress(),
    fault.toHaveText("x"),
    fault.toBeRefused(-32602),
    expectResource(client, "file:///a.md").toHaveText("B"),
    expectResource(client, "file:///a.md").toBeRefused(),
    expectPrompt(client, "none").toHaveText("x"),
  ].map(async (promise) => (await failure(promise)).message);
  expect(await Promise.all(messages)).toEqual([
    'add({"a":1,"b":2}) should return the text "4", but it returned "3"',
    'add({"a":1,"b":2}) should return structured content (structuredContent.sum is 3, not 4), but it returned "3"',
    'add({"a":1,"b":2}) should report progress 3 times, but it returned "3"',
    'add({"a":1,"b":2}) should fail, but it returned "3"',
    'add({"a":1,"b":2}) should be refused with an error, but it returned "3"',
    'broken() should succeed, but it failed with "it broke"',
    'broken() should fail with "other", but it failed with "it broke"',
    'broken() should return structured content (there is no structuredContent), but it failed with "it broke"',
    'broken() should report progress, but it failed with "it broke"',
    'fault() should return the text "x", but it was refused: -31000 not today',
    "fault() should be refused with -32602, but it was refused: -31000 not today",
    "resource file:///a.md should have the text B",
    "resource file:///a.md should be refused",
    "prompt none should have the text x",
  ]);
  const { actual, expected } = await failure(add.toHaveText("4"));
  expect([actual, expected]).toEqual(["3", "4"]);
  await client.close();
});

test("the same as matchers of a test framework", async () => {
  const client = await direct(server);
  const seen = await observeTool(client, "add", { a: 1, b: 2 });
  expect(seen).toSucceed();
  expect(seen).toHaveText("3");
  expect(seen).not.toHaveText("4");
  expect(seen).toHaveStructured({ sum: 3 });
  expect(seen).toHaveProgress(2);
  expect(seen).not.toHaveAsked("form");
  expect(await observeTool(client, "broken")).toBeToolError("it broke");
  expect(await observeTool(client, "fault")).toBeRefused(-31000);
  expect(() => expect(seen).toHaveText("4")).toThrow('should return the text "4", but it returned "3"');
  expect(() => expect(seen).not.toHaveText("3")).toThrow(
    'should not return the text "3", but it returned "3"',
  );
  await client.close();
});
