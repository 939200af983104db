import { isObject, type JsonObject, own } from "@snodo/protocol";

/**
 * What makes two requests the same for a replay: the method, and the params without what differs from run to run.
 *
 * @param message - a request
 * @param clean - hides secrets the way the recording did
 */
export function replayKey(message: JsonObject, clean: (value: unknown) => unknown): string {
  const method = String(own(message, "method"));
  const params = own(message, "params");
  if (!isObject(params)) return method;
  // The client's name and version change with it; what it asks for does not.
  if (method === "initialize") return `${method} ${String(own(params, "protocolVersion"))}`;
  const entries = Object.entries(params).filter(([key, value]) => key !== "_meta" && value !== undefined);
  return `${method} ${stable(clean(Object.fromEntries(entries)))}`;
}

/** JSON with the members of every object in order of their names. */
function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "null";
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${stable(value[key])}`);
  return `{${members.join(",")}}`;
}
