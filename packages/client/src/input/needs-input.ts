import { type JsonObject, own } from "@snodo/protocol";
import type { Outgoing } from "../calls/outgoing.ts";
import type { Core } from "../connection/core.ts";

/** Whether a result asks for input. */
export function asksForInput(core: Core, result: JsonObject): boolean {
  return core.link.dialect.era === "stateless" && own(result, "resultType") === "input_required";
}

/** Whether a result asks for input that is not to be handed to the caller as it is. */
export function needsInput(core: Core, out: Outgoing, result: JsonObject): boolean {
  return asksForInput(core, result) && out.options.answerInput !== false;
}
