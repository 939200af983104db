import { isObject, type JsonObject, own } from "@snodo/protocol";

/**
 * What a question to the client needs and the client did not declare.
 *
 * Spec: 2026-07-28 client/elicitation, client/sampling, client/roots: Capabilities.
 *
 * @param method - the question's method
 * @param params - its params
 * @param declared - the client's capabilities
 * @returns the capabilities that are missing, or undefined when the question may be asked
 */
export function missingCapability(
  method: string,
  params: JsonObject | undefined,
  declared: JsonObject,
): JsonObject | undefined {
  if (method === "roots/list") return own(declared, "roots") === undefined ? { roots: {} } : undefined;
  if (method === "sampling/createMessage") return missingSampling(params ?? {}, own(declared, "sampling"));
  if (method !== "elicitation/create") return undefined;
  const mode = own(params ?? {}, "mode") === "url" ? "url" : "form";
  const elicitation = own(declared, "elicitation");
  if (!isObject(elicitation)) return { elicitation: { [mode]: {} } };
  // An empty object means forms.
  const modes = Object.keys(elicitation).length === 0 ? { form: {} } : elicitation;
  return own(modes, mode) === undefined ? { elicitation: { [mode]: {} } } : undefined;
}

function missingSampling(params: JsonObject, sampling: unknown): JsonObject | undefined {
  if (!isObject(sampling)) return { sampling: {} };
  if (own(params, "tools") !== undefined && own(sampling, "tools") === undefined) {
    return { sampling: { tools: {} } };
  }
  return undefined;
}
