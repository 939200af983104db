import type { JsonObject } from "../json.ts";
import type { Meta } from "./common.ts";

/** One question inside an `input_required` result: no id, no `jsonrpc`. */
export interface InputRequest {
  readonly method: string;
  readonly params?: JsonObject | undefined;
}

/** A server needs more before it can complete a call. Since 2026-07-28. */
export interface InputRequiredResult {
  readonly _meta?: Meta | undefined;
  readonly resultType: "input_required";
  readonly inputRequests?: { readonly [id: string]: InputRequest } | undefined;
  /** Sent back as it is with the retry. */
  readonly requestState?: string | undefined;
}

/** Answers by the ids of the questions. */
export type InputResponses = { readonly [id: string]: JsonObject };
