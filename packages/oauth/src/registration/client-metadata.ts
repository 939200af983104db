import { hostKind } from "../net/addresses.ts";
import { parseUrl } from "../net/url-policy.ts";
import type { AuthMethod } from "../token/auth-method.ts";

/** Fields of RFC 7591 an application may set; they are sent as they are. */
export interface ClientMetadata {
  /** Shown to the user when asked to consent; some servers admit only names they know. Defaults to `snodo`. */
  readonly client_name?: string | undefined;
  readonly client_uri?: string | undefined;
  readonly logo_uri?: string | undefined;
  readonly software_id?: string | undefined;
  readonly software_version?: string | undefined;
  /** Defaults to `native` for a redirect to this machine or an application's scheme, else `web`. */
  readonly application_type?: "native" | "web" | undefined;
  readonly token_endpoint_auth_method?: AuthMethod | undefined;
  readonly scope?: string | undefined;
}

/** What a registration request is built from. */
export interface RegistrationInputs {
  readonly metadata: ClientMetadata;
  readonly redirectUri: string;
  readonly grantTypes: readonly string[];
  /** `token_endpoint_auth_methods_supported`. */
  readonly listed: readonly string[] | undefined;
  readonly scopes: readonly string[];
}

/**
 * Builds the body of a registration request.
 * spec: 2026-07-28 basic/authorization/client-registration, dynamic client registration.
 *
 * @param inputs - what to register
 */
export function registrationBody(inputs: RegistrationInputs): Readonly<Record<string, unknown>> {
  const { metadata, redirectUri, listed } = inputs;
  return {
    client_name: "snodo",
    ...metadata,
    redirect_uris: [redirectUri],
    grant_types: inputs.grantTypes,
    response_types: ["code"],
    token_endpoint_auth_method: metadata.token_endpoint_auth_method ?? methodToAskFor(listed),
    application_type: metadata.application_type ?? applicationType(redirectUri),
    scope: metadata.scope ?? (inputs.scopes.length === 0 ? undefined : inputs.scopes.join(" ")),
  };
}

/**
 * What to send once more after a refusal that an adjustment may cure.
 *
 * @param error - the server's code
 * @param body - what was refused
 * @param listed - `token_endpoint_auth_methods_supported`
 * @returns the adjusted body, or undefined when there is nothing to adjust
 */
export function adjustedBody(
  error: string | undefined,
  body: Readonly<Record<string, unknown>>,
  listed: readonly string[] | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (error === "invalid_redirect_uri") {
    return { ...body, application_type: body["application_type"] === "native" ? "web" : "native" };
  }
  if (error !== "invalid_client_metadata") return undefined;
  const used = body["token_endpoint_auth_method"];
  const other = ["none", "client_secret_basic", "client_secret_post"].find(
    (method) => method !== used && (listed === undefined || listed.includes(method)),
  );
  return { ...body, token_endpoint_auth_method: other, ...(other === undefined ? { scope: undefined } : {}) };
}

/** A client without a place to keep a secret asks for none where it may, and else for what the server can do. */
function methodToAskFor(listed: readonly string[] | undefined): string {
  const order = ["none", "client_secret_basic", "client_secret_post"];
  return order.find((method) => listed?.includes(method)) ?? "none";
}

function applicationType(redirectUri: string): "native" | "web" {
  const url = parseUrl(redirectUri);
  const web = url?.protocol === "https:" && hostKind(url.hostname) !== "loopback";
  return web ? "web" : "native";
}
