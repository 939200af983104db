import { isObject, type JsonObject, own, type Tool } from "@snodo/protocol";
import { signature, typeLabel } from "../args/check.ts";
import { alternativesOf, memberNames, memberSchema, requiredNames } from "../args/schema.ts";
import { EXIT } from "../exit/exit-codes.ts";
import type { ServerCall, ServerCommand } from "../invocation.ts";
import { jsonText } from "../output/json-document.ts";
import type { Output } from "../output/output.ts";
import { safeLine, safeText } from "../output/safe-text.ts";
import { type Cell, table } from "../output/table.ts";
import { shellWord } from "../text/quote-words.ts";
import { findTool } from "./find-tool.ts";
import { noMoreWords } from "./words.ts";

/** `snodo tools`: the tools of a server, or all there is to know of one. */
export const tools: ServerCommand = async (call) => {
  const { client, words, output, stopper } = call;
  const [name, ...rest] = words;
  noMoreWords(rest);
  const list = await client.listTools({ signal: stopper.signal });
  if (name === undefined) {
    output.result({ tools: list }, () => listText(list, output));
    return EXIT.Ok;
  }
  return oneTool(findTool(list, name), call);
};

function oneTool(tool: Tool, { output }: ServerCall): typeof EXIT.Ok {
  output.result(tool, () => toolText(tool, output));
  return EXIT.Ok;
}

function listText(list: readonly Tool[], { style, width }: Output): string {
  if (list.length === 0) return style("dim", "The server has no tools.");
  const rows = list.flatMap((tool): readonly (readonly Cell[])[] => {
    const takes = shortSignature(tool);
    const about = firstSentence(tool.description ?? tool.title ?? "");
    const name: Cell = { text: safeLine(tool.name), paint: (line) => style("bold", line) };
    const cyan = (line: string): string => style("cyan", line);
    if (about === "") return [[name, { text: takes, paint: cyan }]];
    return [[name, { text: about }], ...(takes === "" ? [] : [[{ text: "" }, { text: takes, paint: cyan }]])];
  });
  return table(rows, width);
}

/** Names only: what they are is in `snodo tools SERVER NAME`. */
function shortSignature({ inputSchema }: Tool): string {
  const required = new Set(requiredNames(inputSchema, inputSchema));
  const names = memberNames(inputSchema, inputSchema);
  const shown = [
    ...names.filter((name) => required.has(name)),
    ...names.filter((name) => !required.has(name)),
  ];
  return safeLine(shown.map((name) => (required.has(name) ? name : `[${name}]`)).join(" "));
}

/** Descriptions of tools are written for models, and long. */
function firstSentence(text: string): string {
  const paragraph =
    safeText(text)
      .trim()
      .split(/\n\s*\n/, 1)[0] ?? "";
  const line = safeLine(paragraph);
  const end = /[.!?](?=\s+[A-Z])/.exec(line);
  return end === null || end.index < 20 ? line : line.slice(0, end.index + 1);
}

function toolText(tool: Tool, { style, width }: Output): string {
  const { name, title, description, inputSchema, outputSchema } = tool;
  const parts = [
    title === undefined
      ? style("bold", safeLine(name))
      : `${style("bold", safeLine(name))}  ${safeLine(title)}`,
  ];
  const hints = hintsOf(tool);
  if (hints !== "") parts.push(style("dim", hints));
  if (description !== undefined) parts.push("", safeText(description).trim());
  parts.push("", style("dim", "arguments"));
  const rows = argumentRows(inputSchema, style);
  parts.push(rows.length === 0 ? "  none" : table(rows, width, 2));
  if (outputSchema !== undefined) {
    parts.push("", style("dim", "structured result"), table(argumentRows(outputSchema, style), width, 2));
  }
  parts.push(
    "",
    style("dim", "call it with"),
    `  snodo call SERVER ${shellWord(safeLine(name))} ${safeLine(callExample(tool))}`.trimEnd(),
  );
  return parts.join("\n");
}

function callExample(tool: Tool): string {
  const text = signature(tool);
  return text === "no arguments" ? "" : text;
}

function argumentRows(schema: JsonObject, style: Output["style"]): readonly (readonly Cell[])[] {
  const required = new Set(requiredNames(schema, schema));
  return memberNames(schema, schema).map((name) => {
    const member = memberSchema(schema, name, schema) ?? {};
    return [
      { text: safeLine(name), paint: (line) => style("bold", line) },
      { text: safeLine(typeLabel(member, schema)), paint: (line) => style("cyan", line) },
      { text: required.has(name) ? "required" : "", paint: (line) => style("yellow", line) },
      { text: memberAbout(member, schema) },
    ];
  });
}

function memberAbout(member: JsonObject, root: JsonObject): string {
  const schemas = alternativesOf(member, root).map(({ schema }) => schema);
  const find = (key: string): unknown =>
    own(member, key) ?? schemas.map((schema) => own(schema, key)).find((value) => value !== undefined);
  const description = find("description") ?? find("title");
  const values = find("enum");
  const preset = find("default");
  const notes = [
    ...(typeof description === "string" ? [safeLine(description)] : []),
    ...(Array.isArray(values) ? [`one of ${values.map((value) => safeLine(String(value))).join(", ")}`] : []),
    ...(preset === undefined ? [] : [`default ${safeLine(jsonText(preset, 0))}`]),
  ];
  return notes.join("; ");
}

/** What the server says about effects; it is only what it says. */
function hintsOf({ annotations }: Tool): string {
  if (!isObject(annotations)) return "";
  const hints = [
    annotations["readOnlyHint"] === true ? "only reads" : undefined,
    annotations["destructiveHint"] === true && annotations["readOnlyHint"] !== true
      ? "may destroy"
      : undefined,
    annotations["idempotentHint"] === true ? "the same when called again" : undefined,
    annotations["openWorldHint"] === true ? "reaches outside" : undefined,
  ].filter((hint) => hint !== undefined);
  return hints.length === 0 ? "" : `says: ${hints.join(", ")}`;
}
