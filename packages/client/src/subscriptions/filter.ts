import { isObject, type JsonRpcNotification, own, type SubscriptionFilter } from "@snodo/protocol";

/**
 * Checks the filter of `listen` as far as a client can: the server validates the rest.
 *
 * @throws TypeError naming what is wrong
 */
export function checkFilter(filter: SubscriptionFilter): void {
  if (!isObject(filter)) throw new TypeError("the filter of listen must be an object");
  const uris = filter.resourceSubscriptions;
  if (uris !== undefined && !(Array.isArray(uris) && uris.every((uri) => typeof uri === "string"))) {
    throw new TypeError("resourceSubscriptions must be an array of URIs");
  }
}

/**
 * Whether an initialize-era notification is one the filter asks for. A server may name a sub-resource of a
 * subscribed URI.
 */
export function wants(filter: SubscriptionFilter, { method, params }: JsonRpcNotification): boolean {
  switch (method) {
    case "notifications/tools/list_changed":
      return filter.toolsListChanged === true;
    case "notifications/prompts/list_changed":
      return filter.promptsListChanged === true;
    case "notifications/resources/list_changed":
      return filter.resourcesListChanged === true;
    case "notifications/resources/updated": {
      const uri = params === undefined ? undefined : own(params, "uri");
      return (
        typeof uri === "string" &&
        (filter.resourceSubscriptions ?? []).some((watched) => covers(watched, uri))
      );
    }
    case "notifications/tasks/status":
      return includes(filter["taskIds"], params === undefined ? undefined : own(params, "taskId"));
    default:
      return false;
  }
}

function includes(ids: unknown, id: unknown): boolean {
  return Array.isArray(ids) && ids.includes(id);
}

function covers(watched: string, uri: string): boolean {
  if (uri === watched) return true;
  return uri.startsWith(watched.endsWith("/") ? watched : `${watched}/`);
}
