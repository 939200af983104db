import { type AuthorizationCodeProvider, authorizationCode, type UserAgentFlow } from "@snodo/oauth";
import { fileStore, loopbackFlow, openBrowser, pasteFlow } from "@snodo/oauth/node";
import { publicUrl } from "@snodo/protocol";
import { usageError } from "../exit/cli-error.ts";
import { canAsk } from "../interaction/handlers.ts";
import type { Invocation } from "../invocation.ts";
import { askForCallback } from "./paste.ts";
import { tokenFolder } from "./token-folder.ts";

/** Runs what waits for the user, such as with time limits standing still. */
export type Aside = <T>(wait: () => Promise<T>) => Promise<T>;

/** For whom, and when the user may be asked. */
export interface UserProviderOptions {
  readonly url: string;
  readonly clientId: string | undefined;
  /** True asks whether or not this is a terminal: `snodo login` is there for that. */
  readonly always: boolean;
  readonly aside: Aside;
}

/**
 * Makes the provider that signs the user in: through the browser, or with `--no-browser` by pasting. What it learns is
 * kept in files.
 *
 * @param invocation - the command it is for
 * @param options - the server
 */
export function userProvider(
  invocation: Invocation,
  options: UserProviderOptions,
): AuthorizationCodeProvider {
  const { around, options: given, output } = invocation;
  const scopes = given
    .value("scope")
    ?.split(/[\s,]+/)
    .filter((scope) => scope !== "");
  const secret = around.env["SNODO_CLIENT_SECRET"];
  return authorizationCode({
    server: options.url,
    account: given.value("account"),
    store: fileStore({
      directory: tokenFolder(around),
      diagnostics: { report: ({ message }) => output.warn(message) },
    }),
    flow: waitingAside(flowOf(invocation, options.url), options.aside),
    interaction: options.always || canAsk(invocation) ? "auto" : "never",
    issuer: around.env["SNODO_ISSUER"],
    ...(options.clientId === undefined ? {} : { clientId: options.clientId, clientSecret: secret }),
    clientMetadata: { client_name: "snodo" },
    scopes,
  });
}

function flowOf(invocation: Invocation, url: string): UserAgentFlow {
  const { options, output } = invocation;
  if (options.has("no-browser")) return pasteFlow({ prompt: askForCallback(invocation) });
  return loopbackFlow({
    port: portOf(options.value("port")),
    onUrl: (page) => output.note(`To sign in to ${publicUrl(url)}, open this page:\n${page}`),
    open: openBrowser,
  });
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw usageError(`--port ${text} is no port.`);
}

/** While the user is away nothing else runs out of time. */
function waitingAside(flow: UserAgentFlow, aside: Aside): UserAgentFlow {
  return {
    async prepare(request) {
      const prepared = await flow.prepare(request);
      return { ...prepared, visit: (visit) => aside(() => prepared.visit(visit)) };
    },
  };
}
