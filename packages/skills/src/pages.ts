import type { CallOptions, Client } from "@snodo/client";
import { ErrorCode, isObject, type JsonObject, McpError, own, quote } from "@snodo/protocol";
import { malformed } from "./failures.ts";

/** The most pages of one list that are requested. */
const MAX_PAGES = 1_000;

/**
 * Requests every page of a list.
 *
 * @param client - the connection
 * @param method - the list's method
 * @param params - what every page is asked with
 * @param key - where the items are
 * @throws McpError as any call; reason `repeated_cursor` or `max_pages`; `invalid_result` for a page that is no list
 */
export async function everyItem(
  client: Client,
  method: string,
  params: JsonObject,
  key: string,
  options: CallOptions | undefined,
): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const asked = cursor === undefined ? params : { ...params, cursor };
    const result: unknown = await client.request(method, asked, options);
    const found = isObject(result) ? own(result, key) : undefined;
    if (!isObject(result) || !Array.isArray(found))
      throw malformed(`The answer to ${method}`, `it has no list of ${key}`);
    const next = own(result, "nextCursor");
    if (typeof next === "string" && seen.has(next))
      throw endless(method, { type: "repeated_cursor", cursor: next });
    items.push(...(found as unknown[]));
    if (typeof next !== "string") return items;
    seen.add(next);
    cursor = next;
  }
  throw endless(method, { type: "max_pages", limit: MAX_PAGES });
}

type Endless = Extract<McpError["reason"], { readonly type: "repeated_cursor" | "max_pages" }>;

function endless(method: string, reason: Endless): McpError {
  const what =
    reason.type === "max_pages"
      ? `has more than ${reason.limit} pages`
      : `repeats the cursor "${quote(reason.cursor, 80)}"`;
  return new McpError(`${method} ${what}: the list was given up`, {
    kind: "transport",
    code: ErrorCode.Transport,
    reason,
    sent: "yes",
  });
}
