import {
  type AccessToken,
  type Challenge,
  isMcpError,
  type TokenProvider,
  type TokenRequest,
} from "@snodo/protocol";
import type { ContractCase } from "./case.ts";
import { check, equal, soon } from "./check.ts";

/** A provider under test, and the server its tokens are for. */
export interface TokenProviderSubject {
  readonly provider: TokenProvider;
  /** The URL of the server. */
  readonly url: string;
  /** Says whether the server takes a request with these headers. */
  accepts(headers: Readonly<Record<string, string>>): boolean | Promise<boolean>;
  /** From now on the server refuses every token it took so far. */
  expire(): void | Promise<void>;
  /** How the server refuses a request without a good token. */
  challenge(): Challenge | Promise<Challenge>;
  /** Text that must appear in no error: tokens and secrets known so far. */
  secrets(): readonly string[];
  /** Puts everything away. */
  dispose?(): void | Promise<void>;
}

type Token = string | AccessToken | undefined;
type Run = ContractCase<TokenProviderSubject>["run"];

const CALLS = 10;

function requestOf({ url }: TokenProviderSubject, method: TokenRequest["method"] = "POST"): TokenRequest {
  return { url, method };
}

async function headersOf(token: Token, request: TokenRequest): Promise<Readonly<Record<string, string>>> {
  if (token === undefined) return {};
  return typeof token === "string" ? { authorization: `Bearer ${token}` } : token.headers(request);
}

/** Does what a transport does: asks, sends, and after a refusal asks and sends once more. */
async function send(
  subject: TokenProviderSubject,
  method: TokenRequest["method"] = "POST",
): Promise<boolean> {
  const { provider, url } = subject;
  const request = requestOf(subject, method);
  const token = await provider.token(request);
  const taken = await subject.accepts(await headersOf(token, request));
  provider.observe?.({ url, status: taken ? 200 : 401 });
  if (taken) return true;
  const next = await provider.refresh(await subject.challenge(), { ...request, used: token, attempt: 1 });
  const takenThen = next !== undefined && (await subject.accepts(await headersOf(next, request)));
  provider.observe?.({ url, status: takenThen ? 200 : 401 });
  return takenThen;
}

const cases: readonly (readonly [group: string, name: string, run: Run, needs?: string])[] = [
  [
    "token",
    "the server takes what it gives, at the latest after a refusal",
    async (subject) => check(await soon(send(subject), "the first call"), "the server refused the token"),
  ],
  [
    "token",
    "every method gets one: POST, GET and DELETE",
    async (subject) => {
      for (const method of ["POST", "GET", "DELETE"] as const) {
        check(
          await soon(send(subject, method), `a ${method}`),
          `the server refused the token of a ${method}`,
        );
      }
    },
  ],
  [
    "token",
    "its headers are ones a request can carry, named in lower case",
    async (subject) => {
      await send(subject);
      const request = requestOf(subject);
      const headers = await headersOf(await subject.provider.token(request), request);
      for (const [name, value] of Object.entries(headers)) {
        check(/^[a-z0-9-]+$/.test(name), `a header is named ${JSON.stringify(name)}`);
        check(/^[\x20-\x7e]+$/.test(value), `the header ${name} has characters no header can carry`);
      }
    },
  ],
  [
    "token",
    "nothing is given for another origin",
    async (subject) => {
      await send(subject);
      const request: TokenRequest = { url: "https://elsewhere.invalid/mcp", method: "POST" };
      const token = await subject.provider.token(request);
      equal(Object.keys(await headersOf(token, request)), [], "the headers");
    },
  ],
  [
    "refusals",
    "after a token ran out the server takes the next one",
    async (subject) => {
      await send(subject);
      await subject.expire();
      check(await soon(send(subject), "the call after"), "the server refused the new token");
    },
    "refresh",
  ],
  [
    "refusals",
    "many at once are all met",
    async (subject) => {
      await send(subject);
      await subject.expire();
      const outcomes = await soon(
        Promise.all(Array.from({ length: CALLS }, () => send(subject))),
        "the calls",
      );
      equal(outcomes.filter(Boolean).length, CALLS, "calls that the server took");
    },
    "refresh",
  ],
  [
    "refusals",
    "a late one of an older token gives the newer one",
    async (subject) => {
      const { provider } = subject;
      const request = requestOf(subject);
      await send(subject);
      const old = await provider.token(request);
      await subject.expire();
      await send(subject);
      const challenge = await subject.challenge();
      const token = await soon(
        provider.refresh(challenge, { ...request, used: old, attempt: 1 }),
        "the refresh",
      );
      check(await subject.accepts(await headersOf(token, request)), "the server refused what it gave");
    },
    "refresh",
  ],
  [
    "errors",
    "an aborted caller gets the reason of its signal, an McpError or a token, and no secret",
    async (subject) => {
      await send(subject);
      await subject.expire();
      const request = requestOf(subject);
      const used = await subject.provider.token(request);
      const reason = new Error("the caller left");
      const signal = AbortSignal.abort(reason);
      const challenge = await subject.challenge();
      const outcome: unknown = await soon(
        subject.provider
          .refresh(challenge, { ...request, used, attempt: 1, signal })
          .catch((error: unknown) => error),
        "the refresh",
      );
      if (!(outcome instanceof Error)) return;
      check(outcome === reason || isMcpError(outcome), "it rejected with neither the reason nor an McpError");
      const shown = `${outcome.message} ${JSON.stringify(outcome)}`;
      check(!subject.secrets().some((secret) => shown.includes(secret)), "the error shows a secret");
    },
    "refresh",
  ],
];

/**
 * What every `TokenProvider` must do. A feature it may lack: `refresh` (it has one token, and no way to another).
 */
export const tokenProviderContract: readonly ContractCase<TokenProviderSubject>[] = Object.freeze(
  cases.map(([group, name, run, needs]) =>
    needs === undefined ? { group, name, run } : { group, name, run, needs: [needs] },
  ),
);
