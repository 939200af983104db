import { callbackParams } from "../authorize/callback-params.ts";
import { authError } from "../errors.ts";
import type { UserAgentFlow } from "./port.ts";

/** Options of {@link pasteFlow}. */
export interface PasteFlowOptions {
  /** Where the authorization server sends the user; nothing needs to answer there. Defaults to `http://127.0.0.1:1/callback`. */
  readonly redirectUri?: string | undefined;
  /**
   * Shows the URL and resolves with what the user pasted: the address of the page they ended on.
   *
   * @param url - to be opened by the user
   * @param problem - why what was pasted before is of no use, if this is not the first time
   * @param signal - aborted when time is up
   */
  readonly prompt: (url: string, problem: string | undefined, signal: AbortSignal) => Promise<string>;
  /** Accepts a code alone, without `state` and `iss` and so without their protection; defaults to false. */
  readonly allowBareCode?: boolean | undefined;
}

/** Pastes that may be wrong before the sign-in is given up. */
const MAX_ATTEMPTS = 5;

/**
 * Signs in where no browser can reach this program (SSH, containers): the user opens the URL anywhere and pastes the
 * address they end on.
 *
 * @param options - how to ask
 */
export function pasteFlow(options: PasteFlowOptions): UserAgentFlow {
  const redirectUri = options.redirectUri ?? "http://127.0.0.1:1/callback";
  return {
    async prepare() {
      return {
        redirectUri,
        dispose: () => Promise.resolve(),
        async visit({ url, signal, receive }) {
          let problem: string | undefined;
          for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
            const params = read(
              await options.prompt(url.href, problem, signal),
              url,
              options.allowBareCode === true,
            );
            if (params !== undefined && receive(params) !== "ignored") return params;
            problem =
              params === undefined
                ? "That is a code alone. Paste the whole address of the page."
                : "That is not the answer to this sign-in. Paste the whole address of the page.";
          }
          throw authError(
            "callback",
            "The sign-in failed: nothing that was pasted answers it. Start again.",
            {
              error: "state",
            },
          );
        },
      };
    },
  };
}

function read(pasted: string, url: URL, allowBareCode: boolean): URLSearchParams | undefined {
  const params = callbackParams(pasted);
  if (params.has("code") || params.has("error") || params.has("state")) return params;
  if (!allowBareCode) return undefined;
  return new URLSearchParams({ code: pasted.trim(), state: url.searchParams.get("state") ?? "" });
}
