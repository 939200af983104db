import { publicUrl } from "@snodo/protocol";
import { orAborted } from "../deadline.ts";
import { authError, errorWord, isAuthorizationError, peerError } from "../errors.ts";
import { jsonObject, numberField, textField } from "../json-fields.ts";
import { checkUrl } from "../net/url-policy.ts";
import type { GrantContext } from "../session/grant.ts";
import type { ClientIdentity } from "./client.ts";
import { askTokenEndpoint } from "./endpoint.ts";
import { postForm } from "./post-form.ts";
import type { TokenSet } from "./response.ts";

/** The grant type of RFC 8628. */
export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const DEFAULT_INTERVAL = 5_000;
const SLOW_DOWN = 5_000;
const DEFAULT_LIFETIME = 600_000;

/** What to show the user. */
export interface DevicePrompt {
  readonly userCode: string;
  readonly verificationUri: string;
  /** The same with the code in it, for a QR code. */
  readonly verificationUriComplete?: string | undefined;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** A device authorization under way. */
export interface DeviceCodes {
  readonly prompt: DevicePrompt;
  readonly deviceCode: string;
  readonly interval: number;
}

/**
 * Asks for a code pair.
 *
 * @param context - where
 * @param client - who asks
 * @param scopes - what for
 * @throws McpError `authorization` (`token_request`, `blocked_url`)
 */
export async function askForCodes(
  context: GrantContext,
  client: ClientIdentity,
  scopes: readonly string[],
): Promise<DeviceCodes> {
  const { env, target } = context;
  const { status, text } = await postForm(env, {
    url: target.metadata.device_authorization_endpoint ?? "",
    what: "the device authorization endpoint",
    parameters: { client_id: client.id, resource: target.resource, scope: scopes.join(" ") },
    client,
    method: client.method,
    target,
    signal: context.signal,
  });
  const body = jsonObject(text) ?? {};
  const deviceCode = textField(body, "device_code");
  const userCode = textField(body, "user_code");
  const verificationUri = textField(body, "verification_uri") ?? textField(body, "verification_url");
  if (status !== 200 || deviceCode === undefined || userCode === undefined || verificationUri === undefined) {
    const error = textField(body, "error");
    const said =
      error === undefined ? `HTTP ${status}` : peerError(error, textField(body, "error_description"));
    throw authError("token_request", `${whereOf(context)}: ${said}.`, { status, error: errorWord(error) });
  }
  const whole = textField(body, "verification_uri_complete");
  // The user will be asked to open them, which is no less than to be redirected there.
  for (const url of [verificationUri, whole]) {
    if (url !== undefined) checkUrl(url, target.server, env.network, "the verification page");
  }
  const lifetime = (numberField(body, "expires_in") ?? DEFAULT_LIFETIME / 1000) * 1000;
  return {
    deviceCode,
    interval: Math.max(1, numberField(body, "interval") ?? DEFAULT_INTERVAL / 1000) * 1000,
    prompt: { userCode, verificationUri, verificationUriComplete: whole, expiresAt: env.now() + lifetime },
  };
}

/**
 * Polls until the user is done.
 *
 * @param context - clock and network
 * @param client - who asks
 * @param codes - of {@link askForCodes}
 * @throws McpError `authorization` (`callback`) when the user refuses or time is up, `token_request`
 */
export async function pollForToken(
  context: GrantContext,
  client: ClientIdentity,
  codes: DeviceCodes,
): Promise<TokenSet> {
  const { env, target, signal } = context;
  let { interval } = codes;
  for (;;) {
    await pause(context, interval);
    if (env.now() >= codes.prompt.expiresAt)
      throw ended(context, "the code ran out before it was entered", "timeout");
    try {
      return await askTokenEndpoint(env, {
        attempt: `Cannot get a token for ${publicUrl(target.server)}`,
        target,
        client,
        grantType: DEVICE_GRANT,
        parameters: { device_code: codes.deviceCode, resource: target.resource },
        prover: context.prover,
        signal,
      });
    } catch (thrown) {
      interval = nextInterval(context, thrown, interval);
    }
  }
}

/** How long to wait before asking again; throws when there is no point in asking. */
function nextInterval(context: GrantContext, thrown: unknown, interval: number): number {
  if (!isAuthorizationError(thrown, "token_request")) throw thrown;
  const { error, retryable } = thrown.reason;
  switch (error) {
    case "authorization_pending":
      return interval;
    case "slow_down":
      return interval + SLOW_DOWN;
    case "access_denied":
      throw ended(context, "it was refused", error);
    case "expired_token":
      throw ended(context, "the code ran out before it was entered", "timeout");
    default:
      if (!retryable) throw thrown;
      return interval + SLOW_DOWN;
  }
}

async function pause({ env, signal }: GrantContext, milliseconds: number): Promise<void> {
  let timer: unknown;
  const over = new Promise<void>((resolve) => {
    timer = env.clock.setTimeout(resolve, milliseconds);
  });
  await orAborted(over, signal).finally(() => env.clock.clearTimeout(timer));
}

function whereOf({ target }: GrantContext): string {
  return `Cannot start a sign-in to ${publicUrl(target.server)} at ${publicUrl(target.metadata.issuer)}`;
}

function ended({ target }: GrantContext, why: string, error: string): Error {
  return authError("callback", `The sign-in to ${publicUrl(target.server)} failed: ${why}. Start again.`, {
    error,
  });
}
