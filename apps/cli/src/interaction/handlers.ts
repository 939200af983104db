import type { InputHandlers } from "@snodo/client";
import type { ElicitResult, FormElicitation, UrlElicitation } from "@snodo/protocol";
import type { Patience } from "../connection/patience.ts";
import { usageError } from "../exit/cli-error.ts";
import type { Invocation } from "../invocation.ts";
import type { Asker } from "./asker.ts";
import { terminalAsker } from "./terminal-asker.ts";

/** Answers a page to visit. */
type UrlHandler = NonNullable<InputHandlers["url"]>;

/** What handlers have to know of the connection they are for. */
export interface Asked {
  readonly invocation: Invocation;
  readonly patience: Patience;
  /** Whether the server learns by itself when a user has visited a page. */
  readonly serverWaits: () => boolean;
}

/**
 * What this program answers servers: forms and pages through the user, a model through `--sampling-command`, folders
 * from `--root`. The last two are offered only when they were given.
 *
 * @param asked - the connection
 */
export async function inputHandlers(asked: Asked): Promise<InputHandlers> {
  const { invocation, patience } = asked;
  const { options, around } = invocation;
  const command = options.value("sampling-command");
  const folders = options.values("root");
  const { rootsOf } = folders.length === 0 ? { rootsOf: undefined } : await import("./roots.ts");
  const roots = await rootsOf?.(folders, around.cwd);
  return {
    form: (params, context) =>
      elicit(asked, params, context, async (asker) => {
        const { askForm } = await import("./form.ts");
        return await askForm(params, context.server, asker);
      }),
    url: urlHandler(asked),
    ...(command === undefined
      ? {}
      : {
          sampling: (params, { signal }) =>
            patience.aside(async () => {
              const { sampleWith } = await import("./sampling.ts");
              return await sampleWith(command, params, signal);
            }),
        }),
    ...(roots === undefined ? {} : { roots: () => ({ roots }) }),
  };
}

/** Whether there is a user to ask: one who can type, and sees what is asked. */
export function canAsk({ stdin, stderr }: Invocation): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

async function elicit(
  { invocation, patience }: Asked,
  params: FormElicitation | UrlElicitation,
  { signal, server }: { readonly signal: AbortSignal; readonly server: string },
  ask: (asker: Asker) => Promise<ElicitResult>,
): Promise<ElicitResult> {
  const { output, stopper } = invocation;
  // Somebody is typing a line, and asked for nothing.
  if (invocation.name === "repl" && !patience.running) {
    throw usageError(`${server} asks for something while no call runs`);
  }
  if (!canAsk(invocation)) {
    const { nobodyToAsk } = await import("./describe-input.ts");
    const error = nobodyToAsk(params, server);
    // In the initialize era the server would hear of it, and could make anything of it.
    stopper.stop(error);
    throw error;
  }
  const asker = await terminalAsker(invocation, signal);
  return await patience.aside(() => output.leaveTerminal(() => ask(asker)));
}

/**
 * Offers the user a page to visit.
 *
 * @param asked - the connection
 */
export function urlHandler(asked: Asked): UrlHandler {
  const { invocation, serverWaits } = asked;
  const open = invocation.options.has("no-browser")
    ? undefined
    : async (url: string): Promise<boolean> => {
        const { openBrowser } = await import("@snodo/oauth/node");
        return await openBrowser(url);
      };
  return (params, context) =>
    elicit(asked, params, context, async (asker) => {
      const { askUrl } = await import("./url.ts");
      return await askUrl(params, context.server, asker, { open, serverWaits: serverWaits() });
    });
}
