import { publicUrl } from "@snodo/protocol";
import { type CodeClientOptions, codeClient } from "../authorize/code-client.ts";
import { type CommonOptions, environmentOf } from "../environment.ts";
import { authError } from "../errors.ts";
import { clientForRedirect } from "../registration/client-for-redirect.ts";
import type { Grant } from "../session/grant.ts";
import { type Interaction, Session } from "../session/session.ts";
import { signInNeed } from "../session/sign-in.ts";
import { forgetTokens } from "../session/sign-out.ts";
import { signInStatus } from "../session/status.ts";
import { askForCodes, DEVICE_GRANT, type DevicePrompt, pollForToken } from "../token/device.ts";
import type { UserTokenProvider } from "./authorization-code.ts";
import { providerOf } from "./machine.ts";

/** Options of {@link deviceCode}. */
export interface DeviceCodeOptions extends CommonOptions, CodeClientOptions {
  /** Shows the user where to go and which code to enter there. */
  readonly prompt: (prompt: DevicePrompt) => void | Promise<void>;
  /** When the user may be asked; defaults to `auto`. */
  readonly interaction?: Interaction | undefined;
  /** What to ask for instead of what the server's challenge and metadata say. */
  readonly scopes?: readonly string[] | undefined;
}

/**
 * Signs a user in on another device: they enter a code there. Not part of MCP; for authorization servers that offer it.
 * spec: RFC 8628.
 *
 * @param options - how to show the code, and who the client is
 * @returns a provider; its errors are those of `authorizationCode`
 */
export function deviceCode(options: DeviceCodeOptions): UserTokenProvider {
  const client = codeClient(options, [DEVICE_GRANT, "refresh_token"]);
  const grant: Grant = {
    pkce: false,
    interactive: true,
    boundClientId: options.clientId,
    identify: client.identify,
    forget: client.forget,
    async obtain(context) {
      const { metadata, server } = context.target;
      if (metadata.device_authorization_endpoint === undefined) {
        throw authError(
          "discovery_failed",
          `Cannot sign in to ${publicUrl(server)} with a code: the authorization server ${publicUrl(metadata.issuer)} does ` +
            "not offer it. Use another way, such as pasteFlow.",
          { issuer: metadata.issuer },
        );
      }
      const requested = context.scopes({ override: options.scopes });
      // Nothing comes back to it, but registrations want one.
      const { client: who } = await clientForRedirect(
        client,
        context,
        "http://127.0.0.1/callback",
        requested,
      );
      const codes = await askForCodes(context, who, requested);
      await options.prompt(codes.prompt);
      return { tokens: await pollForToken(context, who, codes), client: who, requested };
    },
  };
  const session = new Session(environmentOf(options), grant, options.server, options.interaction ?? "auto");
  return {
    ...providerOf(session),
    async signIn({ signal } = {}) {
      await session.need(signInNeed(session), signal);
    },
    signOut: () => forgetTokens(session),
    status: () => signInStatus(session),
  };
}
