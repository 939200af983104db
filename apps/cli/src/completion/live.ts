import type { Client } from "@snodo/client";
import { isObject, own, type Prompt, type Tool } from "@snodo/protocol";
import { typeLabel } from "../args/check.ts";
import { alternativesOf, memberNames, memberSchema } from "../args/schema.ts";
import { safeText } from "../output/safe-text.ts";
import type { Candidate, Wanted } from "./candidate.ts";

/**
 * Asks a server what can come next. What nobody could type, or would not see, is not among it.
 *
 * @param client - connected to it
 * @param wanted - what is completed
 * @param current - the word under the cursor
 * @param given - the arguments before it
 * @param signal - gives up
 */
export async function liveCandidates(
  client: Client,
  wanted: Wanted,
  current: string,
  given: readonly string[],
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const found = await proposals(client, wanted, current, given, signal);
  return found.filter(({ value }) => value === safeText(value) && !/[\n\t]/.test(value));
}

async function proposals(
  client: Client,
  wanted: Wanted,
  current: string,
  given: readonly string[],
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  switch (wanted.type) {
    case "tools":
      return (await client.listTools({ signal })).map(({ name, title, description }) => ({
        value: name,
        about: title ?? description,
      }));
    case "prompts":
      return (await client.listPrompts({ signal })).map(named);
    case "uris":
      return (await client.listResources({ signal })).map(({ uri, name }) => ({ value: uri, about: name }));
    case "completable": {
      const templates = await client.listResourceTemplates({ signal }).catch(() => []);
      const prompts = await client.listPrompts({ signal }).catch(() => []);
      return [
        ...prompts.map(named),
        ...templates.map(({ uriTemplate, name }) => ({ value: uriTemplate, about: name })),
      ];
    }
    case "tool-argument": {
      const tool = (await client.listTools({ signal })).find(({ name }) => name === wanted.tool);
      return tool === undefined ? [] : toolArguments(tool, current, given);
    }
    case "prompt-argument": {
      const prompt = (await client.listPrompts({ signal })).find(({ name }) => name === wanted.prompt);
      return prompt === undefined ? [] : await promptArguments(client, prompt, current, given, signal);
    }
  }
}

function named({ name, title, description }: Prompt): Candidate {
  return { value: name, about: title ?? description };
}

/** `name=` for what was not given yet; behind the sign, what the schema lists. */
function toolArguments(
  { inputSchema }: Tool,
  current: string,
  given: readonly string[],
): readonly Candidate[] {
  const equals = current.indexOf("=");
  if (equals > 0) {
    const name = current.slice(0, equals);
    const schema = memberSchema(inputSchema, name, inputSchema);
    return valuesOf(schema, inputSchema).map((value) => ({ value: `${name}=${value}` }));
  }
  const taken = new Set(given.map((word) => word.split(/:?=/, 1)[0]));
  return memberNames(inputSchema, inputSchema)
    .filter((name) => !taken.has(name))
    .map((name) => {
      const schema = memberSchema(inputSchema, name, inputSchema) ?? {};
      const description = own(schema, "description");
      const type = typeLabel(schema, inputSchema);
      return { value: `${name}=`, about: typeof description === "string" ? `${type}: ${description}` : type };
    });
}

function valuesOf(schema: unknown, root: Tool["inputSchema"]): readonly string[] {
  return alternativesOf(schema, root).flatMap(({ type, schema: each }) => {
    const values = own(each, "enum");
    if (Array.isArray(values)) return values.map(String);
    if (type === "boolean") return ["true", "false"];
    const items = own(each, "items");
    return type === "array" && isObject(items) ? valuesOf(items, root) : [];
  });
}

async function promptArguments(
  client: Client,
  { name: prompt, arguments: args = [] }: Prompt,
  current: string,
  given: readonly string[],
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const equals = current.indexOf("=");
  if (equals <= 0) {
    const taken = new Set(given.map((word) => word.split("=", 1)[0]));
    return args
      .filter(({ name }) => !taken.has(name))
      .map(({ name, description }) => ({ value: `${name}=`, about: description }));
  }
  const name = current.slice(0, equals);
  const context = Object.fromEntries(given.filter((word) => word.includes("=")).map((word) => split(word)));
  const { completion } = await client.complete(
    {
      ref: { type: "ref/prompt", name: prompt },
      argument: { name, value: current.slice(equals + 1) },
      ...(Object.keys(context).length === 0 ? {} : { context: { arguments: context } }),
    },
    { signal },
  );
  return completion.values.map((value) => ({ value: `${name}=${value}` }));
}

function split(word: string): readonly [string, string] {
  const equals = word.indexOf("=");
  return [word.slice(0, equals), word.slice(equals + 1)];
}
