import { describe, type JsonObject } from "@snodo/protocol";
import type { Core } from "../connection/core.ts";

/** The call whose result asks something: names it in errors, and can be given up. */
export interface Asking {
  readonly method: string;
  readonly params: JsonObject;
  readonly options: { readonly signal?: AbortSignal | undefined };
}

/** Names the call and the server. */
export function where(core: Core, asking: Asking): string {
  return `${describe(asking)} on ${core.link.label}`;
}
