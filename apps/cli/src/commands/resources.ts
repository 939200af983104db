import { ErrorCode, isMcpError, type Resource, type ResourceTemplate } from "@snodo/protocol";
import { EXIT } from "../exit/exit-codes.ts";
import type { ServerCall, ServerCommand } from "../invocation.ts";
import type { Output } from "../output/output.ts";
import { safeLine } from "../output/safe-text.ts";
import { type Cell, table } from "../output/table.ts";
import { noMoreWords } from "./words.ts";

/** `snodo resources`: the resources of a server, and the templates of those it does not list. */
export const resources: ServerCommand = async (call) => {
  const { client, words, output, stopper } = call;
  noMoreWords(words);
  const list = await client.listResources({ signal: stopper.signal });
  const templates = await templatesOf(call);
  output.result({ resources: list, resourceTemplates: templates }, () => text(list, templates, output));
  return EXIT.Ok;
};

/** A server with resources need not know of templates. */
async function templatesOf({ client, stopper }: ServerCall): Promise<readonly ResourceTemplate[]> {
  try {
    return await client.listResourceTemplates({ signal: stopper.signal });
  } catch (error) {
    if (isMcpError(error) && error.code === ErrorCode.MethodNotFound) return [];
    throw error;
  }
}

function text(list: readonly Resource[], templates: readonly ResourceTemplate[], output: Output): string {
  const { style, width } = output;
  const row = (
    uri: string,
    { name, title, description, mimeType }: Resource | ResourceTemplate,
  ): readonly Cell[] => [
    { text: safeLine(uri), paint: (line) => style("bold", line) },
    { text: safeLine(mimeType ?? ""), paint: (line) => style("dim", line) },
    { text: safeLine(description ?? title ?? name) },
  ];
  const listed = list.map((resource) => row(resource.uri, resource));
  const patterns = templates.map((template) => row(template.uriTemplate, template));
  const parts = [
    ...(listed.length === 0 ? [] : [table(listed, width)]),
    ...(patterns.length === 0 ? [] : [`${style("dim", "templates")}\n${table(patterns, width)}`]),
  ];
  return parts.length === 0 ? style("dim", "The server lists no resources.") : parts.join("\n\n");
}
