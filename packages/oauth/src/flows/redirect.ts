import { type BrowserWindow, currentWindow } from "./browser.ts";
import type { UserAgentFlow } from "./port.ts";

/**
 * Signs in by leaving the page. Needs a store that survives it (`sessionStore`); the page at `redirectUri` makes the
 * same provider and calls {@link completeRedirect}.
 *
 * @param options - `redirectUri`: the page to come back to
 */
export function redirectFlow(options: {
  readonly redirectUri: string;
  readonly window?: BrowserWindow | undefined;
}): UserAgentFlow {
  const window = options.window ?? currentWindow();
  return {
    async prepare() {
      return {
        redirectUri: options.redirectUri,
        dispose: () => Promise.resolve(),
        visit({ url, signal }) {
          window.location.assign(url.href);
          // The page goes away; should it not, time runs out.
          return new Promise((_, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason));
          });
        },
      };
    },
  };
}

/**
 * Finishes a sign-in on the page the user came back to, and takes the code out of the address bar.
 *
 * @param provider - made with the same options as the one that began
 * @param window - the page
 * @returns false when the page was opened without an answer in its address
 * @throws as `complete` of the provider
 */
export async function completeRedirect(
  provider: { complete(callback: string): Promise<void> },
  window: BrowserWindow = currentWindow(),
): Promise<boolean> {
  const { href, search } = window.location;
  const params = new URLSearchParams(search);
  if (!params.has("state")) return false;
  window.history.replaceState(null, "", href.split("?")[0] ?? "/");
  await provider.complete(href);
  return true;
}
