import { ErrorCode, type JsonObject, own } from "@snodo/protocol";
import { RpcFault } from "./fault.ts";

const PREFIX = "page-";

/**
 * Cuts one page out of a list.
 *
 * Spec: server/utilities/pagination of every revision.
 *
 * @param key - the result's member that holds the items
 * @param items - the whole list
 * @param params - of the list request
 * @param size - items a page holds; everything when undefined
 * @throws RpcFault -32602 for a cursor this server did not give out
 */
export function page(
  key: string,
  items: readonly unknown[],
  params: JsonObject,
  size: number | undefined,
): JsonObject {
  const start = offset(own(params, "cursor"), items.length);
  const end = size === undefined ? items.length : start + size;
  return {
    [key]: items.slice(start, end),
    ...(end < items.length ? { nextCursor: `${PREFIX}${end}` } : {}),
  };
}

function offset(cursor: unknown, length: number): number {
  if (cursor === undefined) return 0;
  const start =
    typeof cursor === "string" && cursor.startsWith(PREFIX)
      ? Number(cursor.slice(PREFIX.length))
      : Number.NaN;
  if (!Number.isSafeInteger(start) || start < 0 || start > length) {
    throw new RpcFault(ErrorCode.InvalidParams, "the cursor is not one this server gave out");
  }
  return start;
}
