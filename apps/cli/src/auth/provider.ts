import type { TokenProvider } from "@snodo/protocol";
import type { Invocation } from "../invocation.ts";
import { type Credentials, credentialsOf } from "./credentials.ts";
import { hasSignIns, tokenFolder } from "./token-folder.ts";
import type { Aside } from "./user-provider.ts";

/**
 * What authorizes the requests to a server.
 *
 * @param url - of the server
 * @param headers - what is sent with every request
 * @param invocation - the command it is for
 * @param aside - runs what waits for the user
 * @returns undefined when a header does already
 */
export async function providerFor(
  url: string,
  headers: Readonly<Record<string, string>>,
  invocation: Invocation,
  aside: Aside,
): Promise<TokenProvider | undefined> {
  const credentials = credentialsOf(headers, invocation.around.env);
  switch (credentials.kind) {
    case "header":
      return undefined;
    case "token": {
      const { staticToken } = await import("@snodo/oauth");
      return staticToken(credentials.token, { server: url });
    }
    case "machine":
      return await machineProvider(url, credentials, invocation);
    case "user":
      return lazyUserProvider(url, credentials.clientId, invocation, aside);
  }
}

async function machineProvider(
  url: string,
  { clientId, secret, privateKey }: Credentials & { readonly kind: "machine" },
  { around }: Invocation,
): Promise<TokenProvider> {
  const { clientCredentials, privateKeyJwt } = await import("@snodo/oauth/machine");
  const { readKey } = await import("./private-key.ts");
  const assertion =
    privateKey === undefined ? undefined : privateKeyJwt(await readKey(privateKey, around.cwd));
  return clientCredentials({
    server: url,
    clientId,
    issuer: around.env["SNODO_ISSUER"],
    scopes: around.env["SNODO_SCOPE"]?.split(/\s+/),
    ...(assertion === undefined ? { clientSecret: secret } : { clientAssertion: assertion }),
  });
}

/** Loads what signs users in once somebody is signed in somewhere, or the server refuses a request. */
function lazyUserProvider(
  url: string,
  clientId: string | undefined,
  invocation: Invocation,
  aside: Aside,
): TokenProvider {
  const folder = tokenFolder(invocation.around);
  let loading: Promise<TokenProvider> | undefined;
  let loaded: TokenProvider | undefined;
  const load = (): Promise<TokenProvider> => {
    loading ??= import("./user-provider.ts").then(({ userProvider }) => {
      loaded = userProvider(invocation, { url, clientId, always: false, aside });
      return loaded;
    });
    return loading;
  };
  return {
    async token(request) {
      if (loading === undefined && !(await hasSignIns(folder))) return undefined;
      return await (await load()).token(request);
    },
    refresh: async (challenge, request) => await (await load()).refresh(challenge, request),
    observe: (response) => loaded?.observe?.(response),
  };
}
