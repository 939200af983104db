import { type McpError, publicUrl } from "@snodo/protocol";
import type { Target } from "../discovery/discover.ts";
import type { Prover } from "../dpop/port.ts";
import type { Environment } from "../environment.ts";
import { authError, errorWord, peerError } from "../errors.ts";
import { type Reply, retryAfter } from "../net/request.ts";
import { type AuthMethod, alternativeMethod } from "./auth-method.ts";
import type { ClientIdentity } from "./client.ts";
import { postForm } from "./post-form.ts";
import { readTokenAnswer, type TokenAnswer, type TokenSet } from "./response.ts";

/** One question to a token endpoint. */
export interface TokenCall {
  /** What is attempted, for errors: `Cannot refresh the token for …`. */
  readonly attempt: string;
  readonly target: Pick<Target, "server" | "metadata">;
  readonly client: ClientIdentity;
  readonly grantType: string;
  readonly parameters: Readonly<Record<string, string | undefined>>;
  readonly prover?: Prover | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks a token endpoint. A demand for a DPoP nonce is met once, and a refused way of authenticating is replaced once
 * where the server's own answers allow it.
 *
 * @param env - network, clock, deviations
 * @param call - what to ask
 * @throws McpError `authorization` (`token_request`): `error` is the server's code; `retryable` for network failures,
 *   429 and 5xx
 */
export async function askTokenEndpoint(env: Environment, call: TokenCall): Promise<TokenSet> {
  let method = call.client.method;
  let nonceTried = false;
  for (;;) {
    const reply = await post(env, call, method);
    const answer = readTokenAnswer(reply.status, reply.text);
    if (answer.type === "tokens") return answer.tokens;
    const code = answer.type === "error" ? answer.error : undefined;
    if (code === "use_dpop_nonce" && call.prover !== undefined && !nonceTried) {
      nonceTried = true;
      continue;
    }
    const other = alternativeMethod(method, call.client.inputs);
    if (code === "invalid_client" && method === call.client.method && other !== undefined) {
      method = other;
      continue;
    }
    throw refusal(env, call, reply, answer);
  }
}

function post(env: Environment, call: TokenCall, method: AuthMethod): Promise<Reply> {
  const { grantType, parameters, prover, target, client, signal } = call;
  return postForm(env, {
    url: target.metadata.token_endpoint,
    what: "the token endpoint",
    parameters: { grant_type: grantType, ...parameters },
    client,
    method,
    target,
    prover,
    signal,
  });
}

function refusal(
  env: Environment,
  call: TokenCall,
  reply: Reply,
  answer: Exclude<TokenAnswer, { type: "tokens" }>,
): McpError {
  const { status } = reply;
  const retryable = status === 429 || status >= 500;
  const said =
    answer.type === "error"
      ? peerError(answer.error, answer.description, sentSecrets(call))
      : `HTTP ${status}, ${answer.problem}`;
  const advice = retryable ? " Try again later." : "";
  return authError(
    "token_request",
    `${call.attempt} at ${publicUrl(call.target.metadata.token_endpoint)}: ${said}.${advice}`,
    {
      retryable,
      status,
      issuer: call.target.metadata.issuer,
      error: answer.type === "error" ? errorWord(answer.error) : undefined,
      retryAfter: retryAfter(reply.headers, env.now()),
    },
  );
}

/** Parameters that no message may repeat, should the server do so. */
const SECRET_PARAMETERS = [
  "code",
  "code_verifier",
  "refresh_token",
  "assertion",
  "subject_token",
  "device_code",
];

function sentSecrets({ client, parameters }: TokenCall): readonly string[] {
  const sent = [client.secret?.reveal(), ...SECRET_PARAMETERS.map((name) => parameters[name])];
  return sent.filter((value): value is string => value !== undefined && value.length > 0);
}
