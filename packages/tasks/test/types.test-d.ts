import type { Client, StandardSchema } from "@snodo/client";
import type { CallToolResult } from "@snodo/protocol";
import { expectTypeOf, test } from "vitest";
import { callToolAsTask, isTask, type TaskHandle, taskHandle } from "../src/index.ts";

declare const client: Client;
declare const total: StandardSchema<unknown, { readonly total: number }>;

test("a call gives a task or a result, and isTask tells them apart", async () => {
  const outcome = await callToolAsTask(client, "research", { topic: "json" });
  expectTypeOf(outcome).toEqualTypeOf<TaskHandle<CallToolResult> | CallToolResult>();
  if (isTask(outcome)) expectTypeOf(await outcome.wait()).toEqualTypeOf<CallToolResult>();
  else expectTypeOf(outcome).toEqualTypeOf<CallToolResult>();
});

test("output types the result of either way", async () => {
  const outcome = await callToolAsTask(client, "sum", {}, { output: total, ttl: 1000 });
  const result = isTask(outcome) ? await outcome.wait() : outcome;
  expectTypeOf(result.structuredContent).toEqualTypeOf<{ readonly total: number } | undefined>();
});

test("a task that is taken up again may be typed, too", () => {
  expectTypeOf(taskHandle(client, "id").wait()).resolves.toEqualTypeOf<CallToolResult>();
  expectTypeOf(taskHandle(client, "id", { output: total }).wait()).resolves.toEqualTypeOf<
    CallToolResult<{ readonly total: number }>
  >();
});
