import { isMcpError } from "snodo";
import type { Scenario } from "./environment.ts";
import { open } from "./open.ts";
import { sampleArguments } from "./sample-arguments.ts";

/** Lists the tools and does nothing with them. */
export async function listTools(scenario: Scenario): Promise<void> {
  await using client = await open(scenario);
  await client.listTools();
}

/** Calls every tool that the listing left. */
export async function callEveryTool(scenario: Scenario): Promise<void> {
  await using client = await open(scenario);
  for (const tool of await client.listTools()) await client.callTool(tool, sampleArguments(tool));
}

/** Calls, reads and renders everything the server offers. */
export async function useEverything(scenario: Scenario): Promise<void> {
  await using client = await open(scenario);
  for (const tool of await client.listTools()) await client.callTool(tool, sampleArguments(tool));
  for (const { uri } of await client.listResources()) await client.readResource(uri);
  for (const { name } of await client.listPrompts()) await client.getPrompt(name);
}

/** Makes the calls that the referee prescribes. */
export async function callAsTold(scenario: Scenario): Promise<void> {
  const calls = scenario.context["toolCalls"] as readonly {
    name: string;
    arguments: Record<string, never>;
  }[];
  await using client = await open(scenario);
  await client.listTools();
  for (const call of calls) await client.callTool(call.name, call.arguments);
}

/** Gives a tool back the schema of another one, as it was listed. */
export async function returnSchema(scenario: Scenario): Promise<void> {
  await using client = await open(scenario);
  const tools = await client.listTools();
  const listed = tools.find(({ name }) => name === "json_schema_2020_12_tool");
  if (listed === undefined) throw new Error("the tool with the schema is not listed");
  await client.callTool("json_schema_echo", { schema: listed.inputSchema });
}

/** Finishes one input round by hand with another call in between, and leaves the other tools to the handlers. */
export async function answerInput(scenario: Scenario): Promise<void> {
  await using client = await open(scenario);
  const asked = await client.callTool("test_mrtr_echo_state", {}, { answerInput: false });
  if (!("requestState" in asked)) throw new Error("the server asked for nothing");
  await client.callTool("test_mrtr_unrelated");
  await client.callTool(
    "test_mrtr_echo_state",
    {},
    {
      inputResponses: { confirm: { action: "accept", content: { confirmed: true } } },
      requestState: asked.requestState,
    },
  );
  await client.callTool("test_mrtr_no_state");
  await client.callTool("test_mrtr_no_result_type");
}

/** Declares all it can do to a server that refuses the first request. */
export async function negotiate(scenario: Scenario): Promise<void> {
  await using client = await open(scenario, {
    inputHandlers: {
      form: () => ({ action: "decline" }),
      roots: () => ({ roots: [] }),
      sampling: () => ({ role: "assistant", model: "none", content: { type: "text", text: "" } }),
    },
  });
  await client.listTools();
  await client.callTool("any").catch((error: unknown) => {
    if (!isMcpError(error, "server_error")) throw error;
  });
}
