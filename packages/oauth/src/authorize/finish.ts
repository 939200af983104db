import { publicUrl } from "@snodo/protocol";
import type { Target } from "../discovery/discover.ts";
import type { Prover } from "../dpop/port.ts";
import type { Environment } from "../environment.ts";
import { type AuthorizationError, authError, errorWord, peerError, signInError } from "../errors.ts";
import { scopesOf } from "../scope.ts";
import type { Granted } from "../session/grant.ts";
import type { PendingRecord } from "../store/records.ts";
import type { ClientIdentity } from "../token/client.ts";
import { askTokenEndpoint } from "../token/endpoint.ts";
import { type CallbackVerdict, judgeCallback } from "./callback.ts";
import { arrive } from "./pending.ts";

/** Who finishes a sign-in. */
export interface Finisher {
  /** The client it was begun by, if it is the same. */
  readonly client: (target: Target) => Promise<ClientIdentity | undefined>;
  readonly prover: (target: Target) => Promise<Prover | undefined>;
  /** The MCP server it must be for, if one is known already. */
  readonly server?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A finished sign-in, and whose it was. */
export interface Finished {
  readonly granted: Granted;
  readonly target: Target;
}

/**
 * Judges a callback by what was recorded.
 *
 * @param params - of the callback
 * @param pending - the recorded sign-in
 * @param state - its key
 */
export function judge(params: URLSearchParams, pending: PendingRecord, state: string): CallbackVerdict {
  const { metadata } = pending.target;
  return judgeCallback(params, {
    state,
    issuer: metadata.issuer,
    issAdvertised: metadata.authorization_response_iss_parameter_supported === true,
  });
}

/**
 * Turns a callback into tokens: takes the recorded sign-in, which can be done once, checks who answered, and exchanges
 * the code at the endpoint that was recorded.
 *
 * @param env - store and network
 * @param params - every parameter of the callback
 * @param by - see {@link Finisher}
 * @throws McpError `authorization`: `callback`, `issuer_mismatch`, `token_request`, `store`
 */
export async function finish(env: Environment, params: URLSearchParams, by: Finisher): Promise<Finished> {
  const state = params.get("state") ?? "";
  const pending = await arrive(env, state, by.server);
  if (pending === undefined) {
    const why = "The callback answers no sign-in that waits for this server and account: start again.";
    throw authError("callback", why, { error: "state" });
  }
  const { target, verifier } = pending;
  if (pending.expiresAt <= env.now()) throw callbackError(target, "it took too long", "timeout");
  const code = codeOf(judge(params, pending, state), pending);
  const client = await by.client(target);
  if (client?.id !== pending.clientId) throw callbackError(target, "another client began it", "client");
  const prover = await by.prover(target);
  const tokens = await askTokenEndpoint(env, {
    attempt: `Cannot get a token for ${publicUrl(target.server)}`,
    target,
    client,
    grantType: "authorization_code",
    parameters: {
      code,
      redirect_uri: pending.redirectUri,
      code_verifier: verifier,
      resource: target.resource,
    },
    prover,
    signal: by.signal,
  });
  return { target, granted: { tokens, client, requested: scopesOf(pending.requested) } };
}

/**
 * The error of a user who did not come back, or came back with nothing.
 *
 * @param target - where they were to sign in
 * @param why - what happened
 * @param error - in one word
 */
export function callbackError(target: Target, why: string, error: string | undefined): AuthorizationError {
  const { issuer } = target.metadata;
  return signInError("callback", target.server, `${why}. Start again`, { issuer, error });
}

function codeOf(verdict: CallbackVerdict, { target, verifier }: PendingRecord): string {
  const { issuer } = target.metadata;
  switch (verdict.type) {
    case "code":
      return verdict.code;
    case "issuer": {
      // Nothing of the answer is shown: it may be an attacker's.
      const why = `the answer is from ${verdict.problem === "missing" ? "an unnamed" : "another"} server than ${publicUrl(issuer)}`;
      throw signInError("issuer_mismatch", target.server, why, { issuer, error: "response" });
    }
    case "error": {
      const { error, description } = verdict;
      throw callbackError(
        target,
        `${publicUrl(issuer)} answered ${peerError(error, description, [verifier])}`,
        errorWord(error),
      );
    }
    case "malformed":
      throw callbackError(target, `the answer is of no use: ${verdict.problem}`, "malformed");
    case "foreign":
      throw callbackError(target, "the answer is to another sign-in", "state");
  }
}
