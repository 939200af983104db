import { dynamicTool, jsonSchema, type ToolSet } from "ai";
import type { CallToolResult, Client, Tool } from "snodo";

const LONGEST_NAME = 64;

/**
 * The tools of several servers, as the AI SDK takes them.
 *
 * @param servers - connected clients, by the name that their tools are prefixed with
 */
export async function toolsOf(servers: Readonly<Record<string, Client>>): Promise<ToolSet> {
  const listed = await Promise.all(
    Object.entries(servers).map(async ([server, client]) => {
      const definitions = await client.listTools();
      return definitions.map((definition) => ({ server, client, definition }));
    }),
  );
  const tools = new Map<string, ToolSet[string]>();
  for (const { server, client, definition } of listed.flat()) {
    tools.set(nameFor(`${server}__${definition.name}`, tools), toolOf(client, definition));
  }
  return Object.fromEntries(tools);
}

function toolOf(client: Client, definition: Tool): ToolSet[string] {
  return dynamicTool({
    ...(definition.description === undefined ? {} : { description: definition.description }),
    inputSchema: jsonSchema(definition.inputSchema),
    // The definition, not the name: whoever has it need not list again for headers and output schemas.
    execute: async (input, { abortSignal }) => {
      const result = await client.callTool(definition, input as Record<string, unknown>, {
        signal: abortSignal,
      });
      // What a tool says about its own failure is for the model; the SDK shows it what is thrown here.
      if (result.isError === true) throw new Error(textOf(result));
      return result.structuredContent ?? textOf(result);
    },
  });
}

/** The names that model providers take are shorter and plainer than MCP's; two tools must never become one. */
function nameFor(name: string, taken: ReadonlyMap<string, unknown>): string {
  const plain = name.replace(/[^\w-]/g, "_").slice(0, LONGEST_NAME);
  let free = plain;
  for (let count = 2; taken.has(free); count += 1) free = `${plain.slice(0, LONGEST_NAME - 4)}_${count}`;
  return free;
}

/** What a model can read of a result; images and the like are left to models that see them. */
function textOf({ content = [] }: CallToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join("\n");
}
