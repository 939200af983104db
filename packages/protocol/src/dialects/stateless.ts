import { catalogOf, findMethod } from "../catalog/lookup.ts";
import { isObject, own } from "../json.ts";
import { META } from "../meta/keys.ts";
import type { Revision } from "../revisions.ts";
import type { Dialect, ResultVerdict } from "./dialect.ts";

/**
 * The dialect of revisions that carry everything in each request.
 *
 * Spec: 2026-07-28 basic/index, basic/patterns/cancellation.
 *
 * @param revision - 2026-07-28
 */
export function statelessDialect(revision: Revision): Dialect {
  const catalog = catalogOf(revision);
  return Object.freeze<Dialect>({
    revision,
    era: "stateless",
    logging: "meta",
    watching: "listen",
    // Extensions add methods the core catalog does not carry; only what it lists for another purpose is refused.
    admits: (method) =>
      catalog.clientRequests.has(method) ||
      !(
        catalog.serverRequests.has(method) ||
        catalog.clientNotifications.has(method) ||
        catalog.serverNotifications.has(method)
      ),
    baseMeta: ({ clientInfo, capabilities }) => ({
      [META.protocolVersion]: revision,
      [META.clientInfo]: clientInfo,
      [META.clientCapabilities]: capabilities,
    }),
    readResult: (method, result, extensionTypes) => readResult(revision, method, result, extensionTypes),
    cancellation: (_method, channel) => (channel === "pipe" ? "notify" : "close"),
  });
}

function readResult(
  revision: Revision,
  method: string,
  result: unknown,
  extensionTypes: ReadonlySet<string> | undefined,
): ResultVerdict {
  // A pong counts whatever it holds: some servers write an empty array.
  if (method === "ping") return { type: "complete" };
  if (!isObject(result)) return { type: "invalid", problem: "the result is not an object" };
  const resultType = own(result, "resultType");
  if (resultType === undefined || resultType === null || resultType === "complete")
    return { type: "complete" };
  if (resultType === "input_required") {
    const descriptor = findMethod(revision, method);
    if (descriptor === undefined || descriptor.mayAskInput) return { type: "input_required" };
    return { type: "invalid", problem: `${method} may not be answered with "input_required"` };
  }
  if (typeof resultType === "string" && extensionTypes?.has(resultType) === true) {
    return { type: "extension", resultType };
  }
  return { type: "unknown", resultType };
}
