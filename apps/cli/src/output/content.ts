import { isDeepStrictEqual } from "node:util";
import type { CallToolResult, ContentBlock, ResourceContents } from "@snodo/protocol";
import { jsonText } from "./json-document.ts";
import { safeLine, safeText } from "./safe-text.ts";
import { type FileSaver, saySize } from "./save-files.ts";
import type { Style } from "./style.ts";

/** What content is shown with. */
export interface ContentView {
  readonly style: Style;
  readonly saver: FileSaver;
}

/**
 * Shows the result of a tool: its blocks in order, then what is structured, unless a block says just that.
 *
 * @param result - as it came
 * @param view - styles, and where files go
 */
export async function toolResultText(result: CallToolResult, view: ContentView): Promise<string> {
  const { content, structuredContent } = result;
  const blocks = Array.isArray(content) ? (content as readonly ContentBlock[]) : [];
  const plain =
    structuredContent === undefined ? blocks : blocks.filter((block) => !repeats(block, structuredContent));
  const parts = await each(plain, (block) => blockText(block, view));
  if (structuredContent !== undefined) parts.push(safeText(jsonText(structuredContent, 2)));
  return parts.length === 0 ? view.style("dim", "(nothing)") : parts.join("\n");
}

/** Servers send structured content as a text, too, for clients that know no better. */
function repeats(block: ContentBlock, structured: unknown): boolean {
  if (block.type !== "text" || !/^\s*["[{\d\-tfn]/.test(block.text)) return false;
  try {
    return isDeepStrictEqual(JSON.parse(block.text), structured);
  } catch {
    return false;
  }
}

/**
 * Shows one block of content.
 *
 * @param block - as it came; unknown types are shown as JSON
 * @param view - styles, and where files go
 */
export async function blockText(block: ContentBlock, view: ContentView): Promise<string> {
  switch (block.type) {
    case "text":
      return safeText(block.text);
    case "image":
    case "audio":
      return await saved(block.type, block.mimeType, block.data, view);
    case "resource":
      return await resourceText(block.resource, view, true);
    case "resource_link": {
      const { name, uri, description, mimeType } = block;
      const type = mimeType === undefined ? "" : ` (${safeLine(mimeType)})`;
      const about = description === undefined ? "" : `\n  ${safeLine(description)}`;
      return `${view.style("bold", safeLine(block.title ?? name))} ${view.style("cyan", safeLine(uri))}${type}${about}`;
    }
    default:
      return safeText(jsonText(block, 2));
  }
}

/**
 * Shows what a resource holds: its text, or where its bytes were saved.
 *
 * @param contents - as they came
 * @param view - styles, and where files go
 * @param named - whether to say which resource it is
 */
export async function resourceText(
  contents: ResourceContents,
  view: ContentView,
  named: boolean,
): Promise<string> {
  const head = named ? `${view.style("cyan", safeLine(contents.uri))}\n` : "";
  if ("text" in contents) return `${head}${safeText(contents.text)}`;
  return `${head}${await saved("resource", contents.mimeType, contents.blob, view)}`;
}

async function saved(
  kind: string,
  mimeType: string | undefined,
  data: string,
  { style, saver }: ContentView,
): Promise<string> {
  const { path, bytes } = await saver.save(kind, mimeType, data);
  return `${style("dim", `${safeLine(mimeType ?? kind)}, ${saySize(bytes)}, saved as`)} ${path}`;
}

/** One after the other: saved files are numbered in the order of the blocks. */
export async function each<T>(items: readonly T[], show: (item: T) => Promise<string>): Promise<string[]> {
  const texts: string[] = [];
  for (const item of items) texts.push(await show(item));
  return texts;
}
