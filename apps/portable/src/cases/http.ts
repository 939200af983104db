import { connect, http, legacySse, type UrlOptions } from "snodo";
import { equal, failure, ok, rejection, textOf } from "../expect.ts";
import type { CaseContext, PortableCase } from "../portable-case.ts";

async function callAt(url: string, options: UrlOptions = {}) {
  await using client = await connect(url, options);
  return await client.callTool("anything");
}

/** Servers whose answer only looks odd. */
const taken = [
  ["bytewise", "an event stream may come byte by byte", "Grüße 👋"],
  ["strangeEvents", "an event stream may have comments, other events, and Windows lines", "fine"],
  ["parameters", "a media type may have parameters and capitals", "fine"],
  ["gzip", "an answer may be compressed", "small".repeat(100)],
  ["redirect", "a redirect within the origin is followed", "after all"],
] as const;

/** Servers whose answer is none, and what the error has to say. */
const refused = [
  ["html", "a page instead of an answer", "content_type"],
  ["status500", "a server that failed", "http_status"],
  ["status429", "a server that wants to be left alone", "http_status"],
  ["elsewhere", "a redirect to another origin", "redirect"],
] as const;

/** Calls that were sent and lost: nobody knows whether they ran. */
const lost = [
  ["cut", "a stream that breaks"],
  ["ended", "a stream that ends without the answer"],
  ["truncated", "JSON that is cut off"],
  ["accepted", "a 202 to a request"],
  ["wrongId", "the answer to another request"],
] as const;

const answers: readonly PortableCase[] = [
  ...taken.map(([kind, name, text]) => ({
    name: `http: ${name}`,
    run: async (context: CaseContext) => equal(textOf(await callAt(context.server(kind))), text),
  })),
  ...refused.map(([kind, name, type]) => ({
    name: `http: ${name} is an error at once`,
    run: async (context: CaseContext) => {
      const { message } = await failure(callAt(context.server(kind)), type);
      ok(message.includes(`/s/${kind}/`), `the error does not name the server: ${message}`);
    },
  })),
  ...lost.map(([kind, name]) => ({
    name: `http: ${name} is an error at once`,
    run: async (context: CaseContext) => {
      const error = await rejection(callAt(context.server(kind), { timeout: 0 }));
      ok(error instanceof Error && error.name === "McpError", `rejected with ${String(error)}`);
    },
  })),
];

export const httpCases: readonly PortableCase[] = [
  ...answers,
  {
    name: "http: how long to wait is told",
    async run(context) {
      const { reason } = await failure(callAt(context.server("status429")), "http_status");
      equal([reason.status, reason.retryAfter], [429, 7_000]);
    },
  },
  {
    name: "http: an error body with our id is that error",
    async run(context) {
      const error = await failure(callAt(context.server("failedBody")), "server_error");
      equal([error.code, error.message], [-32050, "not today"]);
    },
  },
  {
    name: "http: an answer without end is refused at its limit",
    async run(context) {
      const options = { maxResponseBytes: 64 * 1_024, timeout: 0 };
      const { reason } = await failure(callAt(context.server("endless"), options), "max_response_bytes");
      equal(reason.limit, 64 * 1_024);
    },
  },
  {
    name: "http: a server that is not there is unreachable",
    async run(context) {
      const port = await (await fetch(`${context.origin}/closed-port`)).text();
      const error = await failure(callAt(`http://127.0.0.1:${port}/mcp`), "unreachable");
      equal([error.kind, error.sent], ["transport", "no"]);
    },
  },
  {
    name: "http: headers are asked for before each request",
    async run(context) {
      let count = 0;
      const headers = async () => ({ "x-team": "blue", "x-count": String(++count) });
      await using client = await connect(context.server("headers"), { headers });
      equal(textOf(await client.callTool("anything")), "blue 2");
      equal(textOf(await client.callTool("anything")), "blue 3");
    },
  },
  {
    name: "http: the headers of the revision go with every request",
    async run(context) {
      const url = context.server("stateless");
      await using client = await connect(url);
      await client.callTool("echo", { text: "x" });
      const headers = (await context.requests(url)).at(-1)?.headers ?? {};
      equal(
        ["mcp-protocol-version", "mcp-method", "mcp-name"].map((name) => headers[name]),
        ["2026-07-28", "tools/call", "echo"],
      );
    },
  },
  {
    name: "http: an annotated argument becomes a header",
    async run(context) {
      const url = context.server("stateless");
      await using client = await connect(url);
      const tool = (await client.listTools()).find(({ name }) => name === "routed");
      equal(textOf(await client.callTool(tool ?? "routed", { region: "köln" })), "köln");
      equal((await context.requests(url)).at(-1)?.headers["mcp-param-region"], "=?base64?a8O2bG4=?=");
    },
  },
  {
    name: "http: the session is kept and ended",
    async run(context) {
      const url = context.server("initialize");
      const client = await connect(url, { getStream: false });
      await client.callTool("echo", { text: "x" });
      const session = client.session.sessionId;
      ok(session !== undefined, "no session");
      await client.close();
      const { method, headers } = (await context.requests(url)).at(-1) ?? { method: "", headers: {} };
      equal([method, headers["mcp-session-id"]], ["DELETE", session]);
    },
  },
  {
    name: "http: an expired session is replaced, and the call made again",
    async run(context) {
      const url = context.server("initialize");
      await using client = await connect(url);
      const first = client.session.sessionId;
      await fetch(`${url.replace("/s/", "/control/")}/expire`, { method: "POST" });
      equal(textOf(await client.callTool("echo", { text: "again" })), "again");
      ok(client.session.sessionId !== first, "the session is still the expired one");
    },
  },
  {
    name: "http: a stream that broke is taken up where it ended",
    async run(context) {
      const url = context.server("initialize");
      await using client = await connect(url, { getStream: false });
      const seen: number[] = [];
      let dropped: Promise<unknown> | undefined;
      const onProgress = ({ progress }: { readonly progress: number }) => {
        seen.push(progress);
        dropped ??= fetch(`${url.replace("/s/", "/control/")}/drop`, { method: "POST" });
      };
      const result = await client.callTool("count", { to: 5, pause: 100 }, { onProgress });
      await dropped;
      equal(textOf(result), "counted");
      equal(seen, [1, 2, 3, 4, 5]);
    },
  },
  {
    name: "http: a server of 2024-11-05 is found by itself",
    async run(context) {
      await using client = await connect(context.server("sse"));
      equal(client.session.protocolVersion, "2024-11-05");
      equal(textOf(await client.callTool("echo", { text: "old" })), "old");
    },
  },
  {
    name: "http: HTTP+SSE can be asked for",
    async run(context) {
      await using client = await connect(legacySse(context.server("sse")));
      equal((await client.listTools()).length, 11);
    },
  },
  {
    name: "http: another fetch can be used",
    async run(context) {
      let calls = 0;
      const counting: typeof fetch = (input, init) => {
        calls += 1;
        return fetch(input, init);
      };
      await using client = await connect(http(context.server("stateless"), { fetch: counting }));
      await client.callTool("echo", { text: "x" });
      equal(calls, 2);
    },
  },
];
