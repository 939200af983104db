// A tool's own outputSchema, checked with the `outputValidator` option. Field reports 115, 119-123, statement 26.
import type { JsonObject, JsonSchemaValidator, Tool } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { ERAS, failure, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

/** A validator that understands `{ const }`, and counts. */
function counting() {
  const compiled: unknown[] = [];
  const validator: JsonSchemaValidator = {
    compile(schema) {
      compiled.push(schema);
      const { const: wanted, bad, $schema } = schema as JsonObject;
      if (bad === true) throw new Error("cannot resolve #/$defs/X");
      if ($schema !== undefined) return undefined;
      return (value) => {
        if (value === "throw") throw new Error("too deep");
        return value === wanted ? [] : [{ path: "/a", message: `not ${String(wanted)}` }];
      };
    },
  };
  return { validator, compiled };
}

const tool = (name: string, outputSchema?: JsonObject) =>
  ({
    name,
    inputSchema: { type: "object" },
    ...(outputSchema === undefined ? {} : { outputSchema }),
  }) as unknown as Tool;

describe.each(ERAS)("%s", (protocol) => {
  const begin = async (
    tools: () => readonly Tool[],
    result: JsonObject | (() => JsonObject),
    validated = true,
  ) => {
    const { validator, compiled } = counting();
    const server = rawServer({
      methods: {
        "tools/list": () => ({ tools: tools() }),
        "tools/call": () => (typeof result === "function" ? result() : result),
      },
    });
    const opened = await open(server.transport, {
      protocol,
      outputValidator: validated ? validator : undefined,
    });
    return { ...opened, compiled };
  };
  const one = tool("one", { const: 1 });

  test("nothing is checked by default", async () => {
    const { client } = await begin(() => [one], { content: [], structuredContent: 2 }, false);
    await client.listTools();
    expect(await client.callTool("one")).toMatchObject({ structuredContent: 2 });
    expect(await client.callTool(one)).toMatchObject({ structuredContent: 2 });
  });

  test("by name after a listing, and by definition", async () => {
    const raw = { content: [], structuredContent: 2 };
    const { client } = await begin(() => [one, tool("free")], raw);
    expect(await client.callTool("one")).toEqual(raw);
    await client.listTools();
    for (const named of ["one", one]) {
      const error = await failure(client.callTool(named));
      expect(error).toMatchObject({
        kind: "protocol",
        code: -32_602,
        reason: { type: "output_mismatch", result: raw, issues: [{ path: "/a", message: "not 1" }] },
      });
      expect(error.message).toContain(
        'tools/call "one" on raw-server returned structured content that does not match',
      );
    }
    expect(await client.callTool("free")).toEqual(raw);
    expect(await client.callTool("one", {}, { checkOutput: false })).toEqual(raw);
  });

  test("a match resolves with the result as sent", async () => {
    const raw = { content: [], structuredContent: 1, more: true };
    const { client } = await begin(() => [one], raw);
    expect(await client.callTool(one)).toEqual(raw);
  });

  test("no structured content is a mismatch that carries the result; `isError` is not", async () => {
    const raw = { content: [{ type: "text", text: "1" }] };
    const { client } = await begin(() => [one], raw);
    const error = await failure(client.callTool(one));
    expect(error.reason).toMatchObject({ type: "output_mismatch", result: raw });
    expect(error.message).toContain("the tool declares an outputSchema and returned no structuredContent");
    const failed = await begin(() => [one], { ...raw, isError: true });
    expect(await failed.client.callTool(one)).toEqual({ ...raw, isError: true });
  });

  test("the schema in force when the call was sent is the one that counts", async () => {
    let schema: JsonObject = { const: 1 };
    const { client } = await begin(
      () => [tool("one", schema)],
      () => ({ content: [], structuredContent: 1 }),
    );
    await client.listTools();
    const call = client.callTool("one");
    schema = { const: 2 };
    await client.listTools();
    expect(await call).toMatchObject({ structuredContent: 1 });
    expect((await failure(client.callTool("one"))).reason.type).toBe("output_mismatch");
  });

  test.each([
    ["that cannot be compiled", { bad: true }, 1, "cannot resolve #/$defs/X"],
    ["whose check throws", { const: 1 }, "throw", "too deep"],
  ])(
    "a schema %s affects calls of that tool alone",
    async (_name, outputSchema, structuredContent, problem) => {
      const raw = { content: [], structuredContent };
      const broken = tool("broken", outputSchema);
      const { client } = await begin(() => [broken, tool("free")], raw);
      expect(await client.listTools()).toHaveLength(2);
      const error = await failure(client.callTool("broken"));
      expect(error).toMatchObject({
        code: -32_602,
        reason: { type: "output_schema", problem, result: raw },
        sent: "yes",
      });
      expect(error.message).toContain(`its outputSchema is unusable: ${problem}`);
      expect(await client.callTool("free")).toEqual(raw);
      expect(await client.callTool("broken", {}, { checkOutput: false })).toEqual(raw);
    },
  );

  test("a dialect the validator does not know passes with a warning", async () => {
    const odd = tool("odd", { $schema: "urn:future" });
    const { client, diagnostics } = await begin(() => [odd], { content: [], structuredContent: 7 });
    expect(await client.callTool(odd)).toMatchObject({ structuredContent: 7 });
    expect(diagnostics).toMatchObject([{ level: "warning", code: "output_not_checked" }]);
    expect(diagnostics[0]?.message).toBe(
      'the result of "odd" was not checked: the dialect urn:future of its outputSchema is not known',
    );
  });

  test("a dialect that is no text, and cannot be made one, passes with a warning", async () => {
    const odd = tool("odd", { $schema: { toString: 1 } });
    const { client, diagnostics } = await begin(() => [odd], { content: [], structuredContent: 7 });
    expect(await client.callTool(odd)).toMatchObject({ structuredContent: 7 });
    expect(diagnostics[0]?.message).toContain("the dialect without a name of its outputSchema is not known");
  });

  test("a listing compiles nothing; a first call compiles one schema; equal ones are compiled once", async () => {
    const tools = Array.from({ length: 100 }, (_none, at) => tool(`t${at}`, { const: 1, at }));
    const { client, compiled } = await begin(() => structuredClone(tools), {
      content: [],
      structuredContent: 1,
    });
    await client.listTools();
    expect(compiled).toEqual([]);
    await client.callTool("t7");
    expect(compiled).toEqual([{ const: 1, at: 7 }]);
    for (let listing = 0; listing < 20; listing += 1) {
      await client.listTools();
      await client.callTool("t7");
    }
    expect(compiled).toHaveLength(1);
  });

  test("a new schema under the same `$id` is a new schema", async () => {
    let schema: JsonObject = { $id: "urn:one", const: 1 };
    const { client, compiled } = await begin(() => [tool("one", schema)], {
      content: [],
      structuredContent: 2,
    });
    await client.listTools();
    await failure(client.callTool("one"));
    schema = { $id: "urn:one", const: 2 };
    await client.listTools();
    expect(await client.callTool("one")).toMatchObject({ structuredContent: 2 });
    expect(compiled).toHaveLength(2);
  });

  test("at most 256 compiled schemas are kept, the least recently used goes first", async () => {
    const { client, compiled } = await begin(() => [], { content: [], structuredContent: 1 });
    const call = (at: number) => client.callTool(tool("t", { const: 1, at }));
    for (let at = 0; at < 256; at += 1) await call(at);
    await call(0);
    await call(256);
    expect(compiled).toHaveLength(257);
    await call(0);
    expect(compiled).toHaveLength(257);
    await call(1);
    expect(compiled).toHaveLength(258);
  });

  test("both checks may be asked for", async () => {
    const { client } = await begin(() => [one], { content: [], structuredContent: 2 });
    expect((await failure(client.callTool(one, {}, { output: undefined }))).reason.type).toBe(
      "output_mismatch",
    );
  });

  test("`checkResult` checks a result that came another way", async () => {
    const { client } = await begin(() => [one], {});
    const good = { content: [], structuredContent: 1 };
    expect(await client.checkResult(one, good)).toEqual(good);
    expect((await failure(client.checkResult(one, { content: [], structuredContent: 2 }))).reason.type).toBe(
      "output_mismatch",
    );
    expect(await client.checkResult("one", { content: [] })).toEqual({ content: [] });
    await client.listTools();
    expect((await failure(client.checkResult("one", { content: [] }))).reason.type).toBe("output_mismatch");
  });
});

test("a schema that is no object is none", async () => {
  const { validator, compiled } = counting();
  const server = rawServer({ methods: { "tools/call": () => ({ content: [], structuredContent: 1 }) } });
  const { client } = await open(server.transport, { outputValidator: validator });
  for (const outputSchema of [true, null, "x", []]) {
    await client.callTool({ name: "t", inputSchema: {}, outputSchema } as never);
  }
  expect(compiled).toEqual([]);
});
