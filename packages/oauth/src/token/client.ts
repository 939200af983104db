import { base64OfText } from "../encoding.ts";
import type { Environment } from "../environment.ts";
import type { Secret } from "../secret.ts";
import type { AuthMethod, AuthMethodInputs } from "./auth-method.ts";

/** A request that has to prove who sends it. */
export interface AuthenticatedRequest {
  readonly issuer: string;
  readonly clientId: string;
  readonly body: URLSearchParams;
  readonly headers: Headers;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Proves who the client is by a signature. Made by `privateKeyJwt` of `@snodo/oauth/machine`. */
export interface ClientAssertion {
  /** Adds the proof to a request. */
  authenticate(request: AuthenticatedRequest): Promise<void>;
}

/** Who this client is at one authorization server. */
export interface ClientIdentity {
  readonly id: string;
  /** Where the id comes from: only a dynamic one may be thrown away and replaced. */
  readonly source: "configured" | "document" | "dynamic";
  readonly method: AuthMethod;
  readonly secret?: Secret | undefined;
  readonly assertion?: ClientAssertion | undefined;
  /** What the method was chosen by. */
  readonly inputs: AuthMethodInputs;
}

/**
 * Adds to a request what proves who the client is.
 *
 * @param env - the Basic encoding of this issuer
 * @param client - who asks
 * @param method - how; `client.method` unless an alternative is tried
 * @param request - gets a header or further parameters
 */
export async function authenticate(
  env: Environment,
  client: ClientIdentity,
  method: AuthMethod,
  request: AuthenticatedRequest,
): Promise<void> {
  const { body, headers } = request;
  const secret = client.secret?.reveal();
  if (client.assertion !== undefined) return client.assertion.authenticate(request);
  if (secret !== undefined && method === "client_secret_basic") {
    const encode = basicEncoder(env.switches(request.issuer).basicEncoding);
    headers.set("authorization", `Basic ${base64OfText(`${encode(client.id)}:${encode(secret)}`)}`);
    return;
  }
  if (client.id !== "") body.set("client_id", client.id);
  if (secret !== undefined && method === "client_secret_post") body.set("client_secret", secret);
}

/**
 * How a part of a Basic credential is written. Percent-encoding is what servers that decode and servers that compare
 * raw both accept for the characters ids and secrets are made of; RFC 6749 asks for form encoding.
 */
function basicEncoder(encoding: "percent" | "form" | "raw" | undefined): (part: string) => string {
  if (encoding === "raw") return (part) => part;
  if (encoding === "form") return (part) => new URLSearchParams([["", part]]).toString().slice(1);
  return encodeURIComponent;
}
