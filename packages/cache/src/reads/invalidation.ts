import { isObject, type JsonRpcNotification, own } from "@snodo/protocol";

const NONE: readonly string[] = Object.freeze([]);

const LISTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["notifications/tools/list_changed", ["tools/list"]],
  ["notifications/prompts/list_changed", ["prompts/list"]],
  ["notifications/resources/list_changed", ["resources/list", "resources/templates/list"]],
]);

/**
 * The tags that a notification makes stale.
 *
 * Spec: 2026-07-28 server/utilities/caching, Invalidation.
 *
 * @param notification - of the server
 */
export function staleTags({ method, params }: JsonRpcNotification): readonly string[] {
  if (method === "notifications/resources/updated") {
    const uri = isObject(params) ? own(params, "uri") : undefined;
    return typeof uri === "string" ? [`resources/read\n${uri}`] : NONE;
  }
  return LISTS.get(method) ?? NONE;
}
