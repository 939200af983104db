import {
  ErrorCode,
  isMcpError,
  type JsonObject,
  McpError,
  own,
  quote,
  transportError,
} from "@snodo/protocol";
import { NO_OPTIONS } from "../calls/outgoing.ts";
import { call } from "../calls/perform.ts";
import type { Core } from "../connection/core.ts";
import type { CallOptions } from "../options.ts";
import { LISTS, type ListKind, nameOfItem, type RejectedItem, readItem } from "./items.ts";
import { forgetTools, learnTool } from "./tool-headers.ts";

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Pass it to the next `listPage`; undefined on the last page. `""` is a cursor. */
  readonly nextCursor: string | undefined;
  /** Entries left out because they cannot be used. */
  readonly rejected: readonly RejectedItem[];
}

/** What was read from the frozen results of a cache, which hands out the same ones again. */
const pagesRead = new WeakMap<object, WeakMap<object, Page<JsonObject>>>();

/**
 * Requests one page.
 *
 * @param cursor - the previous page's `nextCursor`; undefined for the first page
 * @throws McpError as any call; kind `protocol` when the page is no list
 */
export async function listPage(
  core: Core,
  kind: ListKind,
  cursor: string | undefined,
  options: CallOptions = NO_OPTIONS,
): Promise<Page<JsonObject>> {
  if (cursor !== undefined && typeof cursor !== "string") throw new TypeError("cursor must be a string");
  const { method, key } = LISTS[kind];
  const result = await call(core, method, cursor === undefined ? {} : { cursor }, options);
  const known = Object.isFrozen(result) ? pagesOf(core) : undefined;
  const before = known?.get(result);
  // A page out of the cache says nothing new: it must not replace what a fresher listing taught since.
  if (before !== undefined) return { ...before, items: [...before.items] };
  const list = own(result, key);
  if (!Array.isArray(list)) throw badPage(core, method, `"${key}" is not an array`);
  const next = own(result, "nextCursor") ?? undefined;
  if (next !== undefined && typeof next !== "string")
    throw badPage(core, method, '"nextCursor" is not a string');
  // A fresh first page replaces what was known of the tools; later pages add to it.
  if (kind === "tools" && cursor === undefined) forgetTools(core);
  const items: JsonObject[] = [];
  const rejected: RejectedItem[] = [];
  list.forEach((item: unknown, index) => {
    const read = readItem(kind, item);
    const problem =
      "problem" in read ? read.problem : kind === "tools" ? learnTool(core, read.item) : undefined;
    if (problem === undefined && "item" in read) items.push(read.item);
    else rejected.push(reject(core, kind, index, item, problem ?? ""));
  });
  known?.set(result, { items: [...items], nextCursor: next, rejected });
  return { items, nextCursor: next, rejected };
}

function pagesOf({ link }: Core): WeakMap<object, Page<JsonObject>> {
  let pages = pagesRead.get(link);
  if (pages === undefined) {
    pages = new WeakMap();
    pagesRead.set(link, pages);
  }
  return pages;
}

/**
 * Requests every page. Cached pages have their own clocks, so a refused cursor starts the list over once.
 *
 * @returns the entries that can be used, in order
 * @throws McpError -32000 for a cursor that comes twice (`repeated_cursor`) or too many pages (`max_pages`)
 */
export async function listAll(
  core: Core,
  kind: ListKind,
  options: CallOptions = NO_OPTIONS,
): Promise<JsonObject[]> {
  try {
    return await walk(core, kind, options);
  } catch (error) {
    const refusedCursor =
      isMcpError(error) && error.kind === "server" && error.code === ErrorCode.InvalidParams;
    if (!refusedCursor || core.cache === undefined || options.bypassCache === true) throw error;
    core.cache.dropPages(LISTS[kind].method);
    return await walk(core, kind, options);
  }
}

async function walk(core: Core, kind: ListKind, options: CallOptions): Promise<JsonObject[]> {
  const { method } = LISTS[kind];
  const { label } = core.link;
  const { maxPages } = core.settings;
  const seen = new Set<string>();
  const all: JsonObject[][] = [];
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const page = await listPage(core, kind, cursor, options);
    cursor = page.nextCursor;
    if (cursor !== undefined && seen.has(cursor)) {
      const text = `${method} on ${label} failed: the server repeats the cursor ${quote(JSON.stringify(cursor), 80)}, so the list has no end`;
      throw transportError(text, { type: "repeated_cursor", cursor }, { sent: "yes" });
    }
    all.push(page.items as JsonObject[]);
    if (cursor === undefined) return all.length === 1 ? (all[0] as JsonObject[]) : all.flat();
    seen.add(cursor);
    if (pages >= maxPages) {
      const text = `${method} on ${label} failed: the list has more than ${maxPages} pages; raise maxPages if that is right`;
      throw transportError(text, { type: "max_pages", limit: maxPages }, { sent: "yes" });
    }
  }
}

function reject(core: Core, kind: ListKind, index: number, item: unknown, problem: string): RejectedItem {
  const name = nameOfItem(kind, item);
  core.link.diagnostics.report({
    level: "warning",
    code: "item_dropped",
    message: `${name === undefined ? `entry ${index}` : `"${name}"`} of ${LISTS[kind].method} is left out: ${problem}`,
    server: core.link.label,
  });
  return { index, name, problem, item };
}

function badPage(core: Core, method: string, problem: string): McpError {
  return new McpError(`${method} on ${core.link.label} failed: the server's result is invalid: ${problem}`, {
    kind: "protocol",
    code: ErrorCode.InvalidRequest,
    reason: { type: "invalid_result", problem },
    sent: "yes",
  });
}
