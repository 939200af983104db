import type { TokenProvider } from "@snodo/protocol";

/**
 * Sends a token the application already has.
 *
 * A function is asked before each request, and again after a refusal: when it then gives another token, the request is
 * sent once more.
 *
 * @param token - the token, or a function that gives the one to use now, or undefined for none
 * @param options - `server`: the URL of the MCP server; the token goes to its origin only, by default that of the first request
 * @throws TypeError for a token that no header can carry
 */
export function staticToken(
  token: string | (() => string | undefined | Promise<string | undefined>),
  options: { readonly server?: string | undefined } = {},
): TokenProvider {
  let origin = options.server === undefined ? undefined : new URL(options.server).origin;
  if (typeof token === "string") checkToken(token);
  const next = async (): Promise<string | undefined> => {
    const value = typeof token === "string" ? token : await token();
    if (value !== undefined) checkToken(value);
    return value;
  };
  return {
    async token({ url }) {
      origin ??= new URL(url).origin;
      return new URL(url).origin === origin ? next() : undefined;
    },
    async refresh(_challenge, { used }) {
      const value = await next();
      return value === used ? undefined : value;
    },
  };
}

function checkToken(token: string): void {
  if (!/^[\x21-\x7e]+$/.test(token)) throw new TypeError("A token must be printable ASCII without spaces");
}
