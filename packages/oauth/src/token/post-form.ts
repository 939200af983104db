import type { Target } from "../discovery/discover.ts";
import type { Prover } from "../dpop/port.ts";
import type { Environment } from "../environment.ts";
import { failureOf, guardedRequest, type Reply, RequestFailure } from "../net/request.ts";
import type { AuthMethod } from "./auth-method.ts";
import { authenticate, type ClientIdentity } from "./client.ts";

/** A form for an authorization server, sent in the name of a client. */
export interface FormPost {
  readonly url: string;
  /** Names the URL in errors. */
  readonly what: string;
  readonly parameters: Readonly<Record<string, string | undefined>>;
  readonly client: ClientIdentity;
  readonly method: AuthMethod;
  readonly target: {
    readonly server: string;
    readonly metadata: Pick<Target["metadata"], "issuer">;
  };
  readonly prover?: Prover | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a form and resolves with the answer, whatever it says.
 *
 * @param env - network, clock, deviations
 * @param form - what to send
 * @throws McpError `authorization`: `blocked_url`, or `token_request` when there is no answer
 */
export async function postForm(env: Environment, form: FormPost): Promise<Reply> {
  const { url, what, client, method, target, prover, signal } = form;
  const { server } = target;
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(form.parameters)) {
    if (value !== undefined && value !== "") body.set(name, value);
  }
  const proof = await prover?.headers({ url, method: "POST" });
  const headers = new Headers({ ...proof, "content-type": "application/x-www-form-urlencoded" });
  const { issuer } = target.metadata;
  await authenticate(env, client, method, { issuer, clientId: client.id, body, headers, now: env.now() });
  try {
    const request = { url, server, what, signal, method: "POST", body: body.toString() } as const;
    const reply = await guardedRequest(env, { ...request, headers: Object.fromEntries(headers) });
    prover?.note(url, reply.headers.get("dpop-nonce"));
    return reply;
  } catch (thrown) {
    throw thrown instanceof RequestFailure ? failureOf(thrown, "token_request", server, what) : thrown;
  }
}
