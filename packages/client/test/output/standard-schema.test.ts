// @req call.output
import type { CallToolResult, JsonObject } from "@snodo/protocol";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { StandardSchema } from "../../src/index.ts";
import { ERAS, failure, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";
import { inputRequired } from "../support/rounds.ts";

const begin = async (protocol: (typeof ERAS)[number], result: JsonObject) =>
  (await open(rawServer({ methods: { "tools/call": () => result } }).transport, { protocol })).client;

const weather = z.object({ temperature: z.number(), unit: z.enum(["C", "F"]).default("C") });

describe.each(ERAS)("%s", (protocol) => {
  test("checks `structuredContent`, and gives back what the schema gives back", async () => {
    const client = await begin(protocol, {
      content: [],
      structuredContent: { temperature: 21, more: 1 },
      extra: 7,
    });
    const result = await client.callTool("weather", {}, { output: weather });
    expectTypeOf(result).toExtend<CallToolResult<{ temperature: number; unit: "C" | "F" }>>();
    expect(result).toEqual({ content: [], structuredContent: { temperature: 21, unit: "C" }, extra: 7 });
    expect(result.structuredContent?.unit).toBe("C");
  });

  test.each(["complete", null, undefined])(
    "a result of type %j is a complete one and checked",
    async (resultType) => {
      const client = await begin(protocol, { resultType, content: [], structuredContent: "hot" });
      expect((await failure(client.callTool("weather", {}, { output: weather }))).reason.type).toBe(
        "output_mismatch",
      );
    },
  );

  test("a mismatch carries the raw result and every issue", async () => {
    const raw = {
      content: [{ type: "text", text: "hot" }],
      structuredContent: { temperature: "hot", unit: "K" },
    };
    const client = await begin(protocol, raw);
    const error = await failure(client.callTool("weather", {}, { output: weather }));
    expect(error).toMatchObject({
      kind: "protocol",
      code: -32_602,
      reason: { type: "output_mismatch", result: raw },
      sent: "yes",
    });
    const { issues } = error.data as { issues: readonly { path: string; message: string }[] };
    expect(issues.map(({ path }) => path)).toEqual(["/temperature", "/unit"]);
    expect(error.message).toMatch(
      /^tools\/call "weather" on raw-server returned structured content that does not match its schema: \/temperature /,
    );
  });

  test("missing structured content is the schema's to judge", async () => {
    const client = await begin(protocol, { content: [] });
    expect((await failure(client.callTool("weather", {}, { output: weather }))).reason.type).toBe(
      "output_mismatch",
    );
    expect(await client.callTool("weather", {}, { output: weather.optional() })).toMatchObject({
      content: [],
    });
  });

  test("a result with `isError` is never checked", async () => {
    const result = {
      content: [{ type: "text", text: "no such city" }],
      isError: true,
      structuredContent: "odd",
    };
    const client = await begin(protocol, result);
    expect(await client.callTool("weather", {}, { output: weather })).toEqual(result);
  });

  test("an async schema is waited for", async () => {
    const output = z.object({ id: z.number() }).refine(async ({ id }) => id > 0);
    const client = await begin(protocol, { content: [], structuredContent: { id: 0 } });
    expect((await failure(client.callTool("t", {}, { output }))).reason.type).toBe("output_mismatch");
  });

  test("a schema that throws is told apart, with the result", async () => {
    const output: StandardSchema<number> = {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: () => {
          throw new Error("bug in the schema");
        },
      },
    };
    const raw = { content: [], structuredContent: 1 };
    const client = await begin(protocol, raw);
    const error = await failure(client.callTool("t", {}, { output }));
    expect(error).toMatchObject({
      code: -32_602,
      reason: { type: "output_schema", result: raw },
      cause: { message: "bug in the schema" },
    });
    expect(error.message).toContain("the output schema given threw: bug in the schema");
  });

  test.each([null, false, 0, "", [1, 2], "text"])(
    "any JSON value is a value: %j",
    async (structuredContent) => {
      const client = await begin(protocol, { content: [], structuredContent });
      const result = await client.callTool("t", {}, { output: z.json() });
      expect(result.structuredContent).toEqual(structuredContent);
    },
  );
});

test("paths of issues are pointers, whatever their parts", async () => {
  const output: StandardSchema<unknown> = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: () => ({
        issues: [{ message: "m", path: ["a", 0, { key: "b/c" }, Symbol("s")] }, { message: "n" }],
      }),
    },
  };
  const client = await begin("2026-07-28", { content: [], structuredContent: {} });
  const error = await failure(client.callTool("t", {}, { output }));
  expect(error.data).toEqual({
    issues: [
      { path: "/a/0/b~1c/Symbol(s)", message: "m" },
      { path: "", message: "n" },
    ],
  });
});

test("with `answerInput: false` a result that asks is not checked", async () => {
  const asks = inputRequired({}, "s");
  const client = await begin("2026-07-28", asks);
  expect(await client.callTool("t", {}, { output: weather, answerInput: false })).toEqual(asks);
});
