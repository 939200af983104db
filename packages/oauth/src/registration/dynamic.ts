import { publicUrl } from "@snodo/protocol";
import type { Target } from "../discovery/discover.ts";
import type { Environment } from "../environment.ts";
import { errorWord, peerError, signInError } from "../errors.ts";
import { jsonObject, listField, numberField, textField } from "../json-fields.ts";
import { failureOf, guardedRequest, type Reply, RequestFailure } from "../net/request.ts";
import { type RegistrationRecord, SCHEMA } from "../store/records.ts";
import { authMethodOf } from "../token/auth-method.ts";
import { adjustedBody, type RegistrationInputs, registrationBody } from "./client-metadata.ts";

/**
 * Registers this client with an authorization server (RFC 7591). A refusal that an adjustment may cure is answered
 * once.
 *
 * @param env - network and wall clock
 * @param target - the server, with a `registration_endpoint`
 * @param inputs - what to register
 * @param signal - gives up
 * @throws McpError `authorization` (`registration_rejected`)
 */
export async function registerClient(
  env: Environment,
  target: Target,
  inputs: RegistrationInputs,
  signal: AbortSignal | undefined,
): Promise<RegistrationRecord> {
  let body = registrationBody(inputs);
  let reply = await post(env, target, body, signal);
  const adjusted = reply.status === 400 ? adjustedBody(errorOf(reply), body, inputs.listed) : undefined;
  if (adjusted !== undefined) {
    body = adjusted;
    reply = await post(env, target, body, signal);
  }
  return readRegistration(env, target, reply, inputs.redirectUri);
}

async function post(
  env: Environment,
  target: Target,
  body: Readonly<Record<string, unknown>>,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  const url = target.metadata.registration_endpoint ?? "";
  try {
    return await guardedRequest(env, {
      url,
      server: target.server,
      what: "the registration endpoint",
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "snodo" },
      body: JSON.stringify(body),
      signal,
    });
  } catch (thrown) {
    if (!(thrown instanceof RequestFailure)) throw thrown;
    throw failureOf(thrown, "registration_rejected", target.server, whereOf(target));
  }
}

function readRegistration(
  env: Environment,
  target: Target,
  reply: Reply,
  redirectUri: string,
): RegistrationRecord {
  const answer = jsonObject(reply.text);
  const clientId = answer === undefined ? undefined : textField(answer, "client_id");
  // Registered clients have been answered with 200 as well as 201.
  if (answer === undefined || clientId === undefined || reply.status < 200 || reply.status > 299) {
    throw rejected(target, reply);
  }
  // 0 means never, and so does its absence.
  const expires = numberField(answer, "client_secret_expires_at") ?? 0;
  return {
    schema: SCHEMA,
    issuer: target.metadata.issuer,
    clientId,
    clientSecret: textField(answer, "client_secret"),
    secretExpiresAt: expires > 0 ? expires * 1000 : undefined,
    method: authMethodOf(answer["token_endpoint_auth_method"]),
    redirectUris: listField(answer, "redirect_uris") ?? [redirectUri],
    registeredAt: env.now(),
  };
}

function rejected(target: Target, reply: Reply): Error {
  const { status } = reply;
  const retryable = status === 429 || status >= 500;
  const body = jsonObject(reply.text) ?? {};
  const error = textField(body, "error");
  const said = error === undefined ? "" : `, ${peerError(error, textField(body, "error_description"))}`;
  const known = status === 401 || status === 403 ? "It admits known clients only: configure" : "Configure";
  const advice = retryable ? "Try again later" : `${known} \`clientId\`, or change \`clientMetadata\``;
  const why = `${whereOf(target)} answered HTTP ${status}${said}. ${advice}`;
  const { issuer } = target.metadata;
  return signInError("registration_rejected", target.server, why, {
    retryable,
    status,
    error: errorWord(error),
    issuer,
  });
}

function errorOf(reply: Reply): string | undefined {
  return textField(jsonObject(reply.text) ?? {}, "error");
}

function whereOf(target: Target): string {
  return `client registration at ${publicUrl(target.metadata.issuer)}`;
}
