import { type JsonObject, own } from "@snodo/protocol";
import { jsonObject, listField, numberField, textField } from "../json-fields.ts";
import { Secret, secretOf } from "../secret.ts";

/** What a token endpoint gave. */
export interface TokenSet {
  readonly accessToken: Secret;
  /** Absent when the answer has none, or an empty one: the old one stays good. */
  readonly refreshToken: Secret | undefined;
  readonly scheme: "Bearer" | "DPoP";
  /** `scope` of the answer; undefined when it says nothing. */
  readonly granted: string | undefined;
  /** Milliseconds from now; undefined when the answer does not say. */
  readonly expiresIn: number | undefined;
}

/** A token endpoint's answer, judged. */
export type TokenAnswer =
  | { readonly type: "tokens"; readonly tokens: TokenSet }
  | { readonly type: "error"; readonly error: string; readonly description: string | undefined }
  /** Nothing that can be read as either. `problem` names fields, never their values. */
  | { readonly type: "unreadable"; readonly problem: string };

const MAX_LIFETIME = 10 * 365 * 24 * 3600 * 1000;

/**
 * Judges what a token endpoint answered. Far more tolerant than RFC 6749 in form, because servers are: errors come
 * with status 200, numbers as strings, and answers form-encoded.
 *
 * @param status - the HTTP status
 * @param text - the body
 * @returns tokens only for a 2xx with an access token
 */
export function readTokenAnswer(status: number, text: string): TokenAnswer {
  const body = jsonObject(text) ?? formObject(text);
  if (body === undefined) return { type: "unreadable", problem: "a body that is neither JSON nor a form" };
  const error = textField(body, "error");
  if (error !== undefined || own(body, "ok") === false) {
    return { type: "error", error: error ?? "not_ok", description: textField(body, "error_description") };
  }
  if (status < 200 || status > 299) return { type: "unreadable", problem: "no error in it" };
  const accessToken = textField(body, "access_token");
  if (accessToken === undefined)
    return { type: "unreadable", problem: `no access_token (${fieldsOf(body)})` };
  // It becomes part of a header: anything else could add one.
  if (!/^[\x21-\x7e]+$/.test(accessToken))
    return { type: "unreadable", problem: "an access_token no header can carry" };
  const seconds = numberField(body, "expires_in");
  return {
    type: "tokens",
    tokens: {
      accessToken: new Secret(accessToken),
      refreshToken: secretOf(textField(body, "refresh_token")),
      scheme: textField(body, "token_type")?.toLowerCase() === "dpop" ? "DPoP" : "Bearer",
      granted: textField(body, "scope") ?? listField(body, "scope")?.join(" "),
      expiresIn: seconds === undefined || seconds < 0 ? undefined : Math.min(seconds * 1000, MAX_LIFETIME),
    },
  };
}

/** GitHub answers like this when `Accept` does not stop it. */
function formObject(text: string): JsonObject | undefined {
  if (!/^[\w.%+-]+=[^\s<>{}]*$/.test(text.trim())) return undefined;
  return Object.fromEntries(new URLSearchParams(text.trim()));
}

function fieldsOf(body: JsonObject): string {
  const names = Object.keys(body).slice(0, 10);
  // Names are the peer's too, and a server that swaps names and values must not get a token into a message.
  const known = names
    .filter((name) => /^[a-z_]{1,24}$/.test(name))
    .map((name) => `${name}: ${typeof own(body, name)}`);
  return known.length === 0 ? "no known field" : known.join(", ");
}
