import { dynamicTool, jsonSchema, type ToolSet } from "ai";
import type { CallToolResult, Client } from "snodo";

/**
 * The tools of several servers, as the AI SDK takes them.
 *
 * @param servers - connected clients, by the name that their tools are prefixed with
 */
export async function toolsOf(servers: Readonly<Record<string, Client>>): Promise<ToolSet> {
  const listed = await Promise.all(
    Object.entries(servers).map(async ([server, client]) => {
      const tools = await client.listTools();
      return tools.map((definition) => [
        `${server}__${definition.name}`,
        dynamicTool({
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
        }),
      ]);
    }),
  );
  return Object.fromEntries(listed.flat());
}

/** What a model can read of a result; images and the like are left to models that see them. */
function textOf({ content = [] }: CallToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join("\n");
}
