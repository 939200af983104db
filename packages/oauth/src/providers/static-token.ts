import type { AccessToken, TokenProvider } from "@snodo/protocol";

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
  const give = typeof token === "string" ? () => token : token;
  const revealed = new WeakMap<AccessToken, string>();
  const next = async (): Promise<AccessToken | undefined> => {
    const value = await give();
    if (value === undefined) return undefined;
    checkToken(value);
    const access: AccessToken = { headers: () => ({ authorization: `Bearer ${value}` }) };
    revealed.set(access, value);
    return access;
  };
  return {
    async token(request) {
      origin ??= new URL(request.url).origin;
      return new URL(request.url).origin === origin ? next() : undefined;
    },
    async refresh(_challenge, { used }) {
      const access = await next();
      const before = typeof used === "object" ? revealed.get(used) : used;
      return access === undefined || revealed.get(access) === before ? undefined : access;
    },
  };
}

function checkToken(token: string): void {
  if (!/^[\x21-\x7e]+$/.test(token)) throw new TypeError("A token must be printable ASCII without spaces");
}
