import type { CallToolResult, InputRequiredResult, ReadResourceResult, Tool } from "@snodo/protocol";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { Client } from "../src/index.ts";

declare const client: Client;

test("a call gives a tool result", () => {
  expectTypeOf(client.callTool("add", { a: 1 })).resolves.toEqualTypeOf<CallToolResult>();
  expectTypeOf(client.callTool("add", { a: 1 }, { timeout: 5 })).resolves.toEqualTypeOf<CallToolResult>();
});

test("answerInput: false adds the result that asks for input, told apart by resultType", async () => {
  const result = await client.callTool("deploy", {}, { answerInput: false });
  expectTypeOf(result).toEqualTypeOf<CallToolResult | InputRequiredResult>();
  if (result.resultType === "input_required") expectTypeOf(result).toEqualTypeOf<InputRequiredResult>();
  else expectTypeOf(result).toEqualTypeOf<CallToolResult>();
  expectTypeOf(client.readResource("a://b", { answerInput: false })).resolves.toEqualTypeOf<
    ReadResourceResult | InputRequiredResult
  >();
});

test("output types structuredContent", () => {
  const output = z.object({ total: z.number() });
  expectTypeOf(client.callTool("sum", {}, { output })).resolves.toEqualTypeOf<
    CallToolResult<{ total: number }>
  >();
});

test("request knows the methods of the catalog and takes others", () => {
  expectTypeOf(client.request("tools/list")).resolves.toMatchTypeOf<{ readonly tools: readonly Tool[] }>();
  expectTypeOf(client.request("com.example/run", { a: 1 })).resolves.toMatchTypeOf<{
    readonly [key: string]: unknown;
  }>();
  // @ts-expect-error -- a resource is read by its uri
  void client.request("resources/read", { name: "x" });
});

test("pages carry the items of their list", () => {
  expectTypeOf(client.listPage("tools")).resolves.toHaveProperty("items").toEqualTypeOf<readonly Tool[]>();
});
