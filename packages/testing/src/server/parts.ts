import type {
  JsonObject,
  Prompt,
  Resource,
  ResourceTemplate,
  ServerCapabilities,
  Tool,
} from "@snodo/protocol";
import type {
  TestPrompt,
  TestResource,
  TestResourceTemplate,
  TestServerDefinition,
  TestTool,
} from "./definition.ts";

/** A definition made ready: its parts by name. */
export interface Parts {
  readonly definition: TestServerDefinition;
  readonly capabilities: ServerCapabilities;
  readonly tools: ReadonlyMap<string, TestTool>;
  readonly resources: ReadonlyMap<string, TestResource>;
  readonly templates: ReadonlyMap<string, TestResourceTemplate>;
  readonly prompts: ReadonlyMap<string, TestPrompt>;
}

const ANY_OBJECT: JsonObject = Object.freeze({ type: "object" });

/**
 * Makes a definition ready to be served.
 *
 * @param definition - what the test wrote
 */
export function readParts(definition: TestServerDefinition): Parts {
  return {
    definition,
    capabilities: definition.capabilities ?? impliedCapabilities(definition),
    tools: entries(definition.tools, (tool) => (typeof tool === "function" ? { handler: tool } : tool)),
    resources: entries(definition.resources, (resource) =>
      typeof resource === "string" ? { text: resource } : resource,
    ),
    templates: entries(definition.resourceTemplates, (template) => template),
    prompts: entries(definition.prompts, (prompt) =>
      typeof prompt === "function" ? { get: prompt } : prompt,
    ),
  };
}

function entries<From, To>(
  record: Readonly<Record<string, From>> | undefined,
  ready: (value: From) => To,
): ReadonlyMap<string, To> {
  return new Map(Object.entries(record ?? {}).map(([name, value]) => [name, ready(value)]));
}

function impliedCapabilities(definition: TestServerDefinition): ServerCapabilities {
  const { tools, resources, resourceTemplates, prompts, completions } = definition;
  return {
    logging: {},
    ...(tools === undefined ? {} : { tools: { listChanged: true } }),
    ...(resources === undefined && resourceTemplates === undefined
      ? {}
      : { resources: { subscribe: true, listChanged: true } }),
    ...(prompts === undefined ? {} : { prompts: { listChanged: true } }),
    ...(completions === undefined ? {} : { completions: {} }),
  };
}

/** The tools as they are listed. */
export function listedTools({ tools }: Parts): readonly Tool[] {
  return [...tools].map(([name, { handler: _handler, delay: _delay, inputSchema, ...rest }]) => ({
    name,
    ...rest,
    inputSchema: inputSchema ?? ANY_OBJECT,
  }));
}

/** The resources as they are listed. */
export function listedResources({ resources }: Parts): readonly Resource[] {
  return [...resources].map(([uri, { read: _read, text: _text, blob: _blob, name, ...rest }]) => ({
    uri,
    name: name ?? uri,
    ...rest,
  }));
}

/** The resource templates as they are listed. */
export function listedTemplates({ templates }: Parts): readonly ResourceTemplate[] {
  return [...templates].map(([uriTemplate, { read: _read, name, ...rest }]) => ({
    uriTemplate,
    name: name ?? uriTemplate,
    ...rest,
  }));
}

/** The prompts as they are listed. */
export function listedPrompts({ prompts }: Parts): readonly Prompt[] {
  return [...prompts].map(([name, { get: _get, ...rest }]) => ({ name, ...rest }));
}
