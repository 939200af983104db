import {
  type AuthorizationCodeOptions,
  authorizationCode,
  staticToken,
  type UserAgentFlow,
} from "@snodo/oauth";
import { dpop } from "@snodo/oauth/dpop";
import { clientCredentials, privateKeyJwt } from "@snodo/oauth/machine";
import { connect, type TokenProvider } from "snodo";
import { equal, failure, ok, textOf } from "../expect.ts";
import type { CaseContext, PortableCase } from "../portable-case.ts";

async function callWith(url: string, tokenProvider: TokenProvider, times = 1): Promise<string | undefined> {
  await using client = await connect(url, { tokenProvider });
  let text: string | undefined;
  for (let call = 0; call < times; call++)
    text = textOf(await client.callTool("echo", { text: `call ${call}` }));
  return text;
}

/** A user who consents at once, and how often they were asked. */
function user(options: Partial<AuthorizationCodeOptions> = {}) {
  const asked: string[] = [];
  const flow: UserAgentFlow = {
    prepare: async () => ({
      redirectUri: "http://127.0.0.1:1/callback",
      dispose: async () => undefined,
      async visit({ url, receive }) {
        asked.push(url.href);
        // Where a browser would be sent: not every runtime lets a program see a redirect.
        const { location } = (await (await fetch(url)).json()) as { location: string };
        const params = new URL(location).searchParams;
        if (receive(params) === "ignored") throw new Error("nobody came back");
        return params;
      },
    }),
  };
  return { asked, provider: authorizationCode({ flow, ...options }) };
}

async function newKey(): Promise<string> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const bytes = new Uint8Array(await crypto.subtle.exportKey("pkcs8", privateKey));
  const lines = btoa(String.fromCharCode(...bytes)).replace(/.{64}/g, "$&\n");
  return `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----`;
}

async function authorizationOf(context: CaseContext, url: string): Promise<string> {
  return (await context.requests(url)).at(-1)?.headers["authorization"] ?? "";
}

export const oauthCases: readonly PortableCase[] = [
  {
    name: "oauth: a user is signed in when the server asks for it",
    async run(context) {
      const { provider, asked } = user();
      const url = context.server("protected");
      equal(await callWith(url, provider), "call 0");
      const sent = new URL(asked[0] ?? "").searchParams;
      equal(
        [sent.get("code_challenge_method"), sent.get("resource"), sent.get("scope")],
        ["S256", url, "basic"],
      );
    },
  },
  {
    name: "oauth: a token is used again",
    async run(context) {
      const { provider, asked } = user();
      const url = context.server("protected");
      await callWith(url, provider, 3);
      await callWith(url, provider, 3);
      equal(asked.length, 1, "sign-ins");
    },
  },
  {
    name: "oauth: a refused token is refreshed without the user",
    async run(context) {
      const { provider, asked } = user();
      equal(await callWith(context.server("expiring"), provider, 3), "call 2");
      equal(asked.length, 1, "sign-ins");
    },
  },
  {
    name: "oauth: calls at once sign in once",
    async run(context) {
      const { provider, asked } = user();
      await using client = await connect(context.server("protected"), {
        tokenProvider: provider,
        protocol: "2026-07-28",
      });
      await Promise.all(
        Array.from({ length: 8 }, (_, call) => client.callTool("echo", { text: String(call) })),
      );
      equal(asked.length, 1, "sign-ins");
    },
  },
  {
    name: "oauth: the answer of another issuer is refused",
    async run(context) {
      const { provider } = user();
      const { reason } = await failure(callWith(context.server("wrongIssuer"), provider), "authorization");
      equal(reason.problem, "issuer_mismatch");
    },
  },
  {
    name: "oauth: an answer to another sign-in is ignored",
    async run(context) {
      const { provider } = user();
      const { reason } = await failure(callWith(context.server("wrongState"), provider), "authorization");
      equal(reason.problem, "callback");
    },
  },
  {
    name: "oauth: a token is bound to a key where the server wants it",
    async run(context) {
      const { provider } = user({ dpop: dpop() });
      const url = context.server("dpopOnly");
      equal(await callWith(url, provider), "call 0");
      ok((await authorizationOf(context, url)).startsWith("DPoP "), "the token went out as Bearer");
    },
  },
  {
    name: "oauth: a machine signs in with its secret",
    run: async (context) => {
      const provider = clientCredentials({ clientId: "machine", clientSecret: "s e c r e t" });
      equal(await callWith(context.server("protected"), provider), "call 0");
    },
  },
  {
    name: "oauth: a machine signs in with its key",
    run: async (context) => {
      const clientAssertion = privateKeyJwt(await newKey(), { algorithm: "ES256" });
      const provider = clientCredentials({ clientId: "machine", clientAssertion });
      equal(await callWith(context.server("protected"), provider), "call 0");
    },
  },
  {
    name: "oauth: a token that the application has is sent, and a refusal told",
    async run(context) {
      const url = context.server("protected");
      const { message } = await failure(callWith(url, staticToken("mine")), "unauthorized");
      equal(await authorizationOf(context, url), "Bearer mine");
      ok(!message.includes("mine"), "the token is in the error");
    },
  },
];
