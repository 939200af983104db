import type { TokenProvider, Transport } from "@snodo/protocol";
import { Agent, interceptors, MockAgent, Pool } from "undici";
import { type HttpOptions, http, legacySse } from "../../src/index.ts";

export const forms: readonly HttpOptions[] = [
  { headers: new Headers() },
  { headers: [["a", "b"]] },
  { headers: new Map([["a", "b"]]) },
  { headers: { a: "b", c: undefined } },
  { headers: () => ({ a: "b" }) },
  { headers: async () => new Headers() },
  { fetch },
  { dispatcher: new Agent() },
  { dispatcher: new Pool("http://h.test") },
  { dispatcher: new MockAgent() },
  { dispatcher: new Agent().compose(interceptors.retry()) },
  { tls: { rejectUnauthorized: false } },
  { retry: true },
  { retry: { retries: 1 } },
];
export const transports: readonly Transport[] = [
  http("http://h.test"),
  http(new URL("http://h.test")),
  legacySse("http://h.test"),
];
export const provider: TokenProvider = { token: () => "t", refresh: async () => undefined };
export const withProvider: HttpOptions = { tokenProvider: provider };
// @ts-expect-error HTTP+SSE has no other stream
legacySse("http://h.test", { getStream: false });
// @ts-expect-error not a dispatcher
http("http://h.test", { dispatcher: {} });
// @ts-expect-error not a fetch
http("http://h.test", { fetch: 1 });
