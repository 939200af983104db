import { equalSecret } from "../encoding.ts";

/** What an authorization response is judged by; recorded before the user was sent away. */
export interface CallbackExpectations {
  readonly state: string;
  /** The `issuer` of the metadata, as spelled there. */
  readonly issuer: string;
  /** True only for a literal `authorization_response_iss_parameter_supported: true`. */
  readonly issAdvertised: boolean;
}

/** An authorization response, judged. */
export type CallbackVerdict =
  | { readonly type: "code"; readonly code: string }
  /** Not an answer to this request: keep waiting for the right one. */
  | { readonly type: "foreign" }
  /** From another authorization server than the user was sent to. Nothing in it may be acted on or shown. */
  | { readonly type: "issuer"; readonly problem: "missing" | "different" }
  | { readonly type: "error"; readonly error: string; readonly description: string | undefined }
  | { readonly type: "malformed"; readonly problem: string };

/**
 * Judges an authorization response: first whose answer it is, then who answered, then what.
 * spec: 2026-07-28 basic/authorization, authorization response validation; RFC 9207.
 *
 * @param params - every parameter of the callback, `iss` included
 * @param expected - recorded before the redirect
 */
export function judgeCallback(params: URLSearchParams, expected: CallbackExpectations): CallbackVerdict {
  const state = params.getAll("state");
  if (state.length !== 1 || !equalSecret(state[0] ?? "", expected.state)) return { type: "foreign" };
  const twice = [...params.keys()].some((name) => params.getAll(name).length > 1);
  const iss = params.getAll("iss");
  // Present is present: an empty `iss`, or a second one, is compared like any other. No normalisation.
  if (iss.some((value) => value !== expected.issuer)) return { type: "issuer", problem: "different" };
  if (iss.length === 0 && expected.issAdvertised) return { type: "issuer", problem: "missing" };
  if (twice) return { type: "malformed", problem: "a parameter is repeated" };
  const error = params.get("error");
  if (error !== null) {
    return { type: "error", error, description: params.get("error_description") ?? undefined };
  }
  const code = params.get("code");
  return code === null || code === "" ? { type: "malformed", problem: "no code" } : { type: "code", code };
}
