import type { Transport } from "@snodo/protocol";
import { providerFor } from "../auth/provider.ts";
import type { Aside } from "../auth/user-provider.ts";
import { usageError } from "../exit/cli-error.ts";
import type { Invocation } from "../invocation.ts";
import type { CommandTarget, Target, UrlTarget } from "../targets/target.ts";
import { readHeaders } from "./headers.ts";
import { requestsBy } from "./requests-by.ts";

/** How long a server may take to end, in milliseconds: someone waits for the prompt of their shell. */
const GRACE = 1_000;

/**
 * Makes the transport to a target. Only the one that is needed is loaded.
 *
 * @param target - the server
 * @param invocation - the command it is for
 * @param aside - runs what waits for the user to sign in
 */
export async function transportTo(
  target: Target,
  invocation: Invocation,
  aside: Aside = (wait) => wait(),
): Promise<Transport> {
  return target.kind === "url" ? await httpTo(target, invocation, aside) : await stdioTo(target, invocation);
}

async function stdioTo(target: CommandTarget, { output, options }: Invocation): Promise<Transport> {
  if (options.has("header")) {
    throw usageError("--header has no effect on a command.", "It gets what it needs from its environment.");
  }
  const { stdio } = await import("@snodo/stdio");
  const { command, args, env, cwd, typed } = target;
  return stdio({
    command,
    args,
    env,
    cwd,
    // A command typed here gets what any command typed here gets; a configuration file says what its server needs.
    inheritEnv: typed,
    stderr: output.verbose ? (line) => output.detail(`server: ${line}`) : "pipe",
    shutdown: { stdinGrace: GRACE, termGrace: GRACE },
  });
}

async function httpTo(target: UrlTarget, invocation: Invocation, aside: Aside): Promise<Transport> {
  const { http, legacySse } = await import("@snodo/http");
  const headers = { ...target.headers, ...readHeaders(invocation.options.values("header")) };
  const tokenProvider = await providerFor(target.url, headers, invocation, aside);
  const options = { headers, tokenProvider, ...requestsBy(target.url, invocation) };
  return target.sse ? legacySse(target.url, options) : http(target.url, options);
}
