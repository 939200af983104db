import { check, equal } from "../../contracts/check.ts";
import type { FetchFaultPlan } from "../../faults/faulty-fetch.ts";
import { faultyFetch } from "../../faults/faulty-fetch.ts";
import { fetchHandler } from "../../fetch/handler.ts";
import { testServer } from "../../server/test-server.ts";
import type { ClientTarget } from "../adapter.ts";
import { type ClientCase, connected, firstText, NEVER, prompt, refused } from "../client-case.ts";
import { httpTo, pipeTo } from "../targets.ts";

const group = "streams";
const STEPS = 300;
/** The longest error text a log can bear. */
const MOST_TEXT = 8_192;
const isCall = (request: Request): boolean => request.headers.get("mcp-method") === "tools/call";

const server = (): ReturnType<typeof testServer> =>
  testServer({
    revisions: ["2026-07-28"],
    tools: {
      hello: () => "hi",
      count: (_args, context) => {
        for (let step = 1; step <= STEPS; step += 1) context.progress(step, STEPS);
        return "counted";
      },
    },
  });

/** A target whose answer to `tools/call` is made by `respond`. */
function answering(respond: (request: Request) => Response | Promise<Response>): ClientTarget {
  const handler = fetchHandler(server());
  return httpTo((request) => (isCall(request) ? respond(request) : handler(request)));
}

function spoiled(plan: FetchFaultPlan): ClientTarget {
  return httpTo(faultyFetch(fetchHandler(server(), { answers: "sse" }), { ...plan, only: isCall }));
}

/** A call that gets this instead of an answer must fail, and not wait for a timeout. */
function failsAtOnce(name: string, target: () => ClientTarget, judge?: (error: unknown) => void): ClientCase {
  return {
    group,
    name: `${name} (http)`,
    needs: ["http"],
    run: (adapter) =>
      connected(adapter, target(), async (client) => {
        const error = await refused(client.callTool("hello", {}, { timeout: NEVER }), "the call");
        judge?.(error);
      }),
  };
}

const events = (...lines: readonly string[]): Response =>
  new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } });
const result = (id: unknown, text: string): string =>
  JSON.stringify({
    jsonrpc: "2.0",
    id,
    result: { resultType: "complete", content: [{ type: "text", text }] },
  });
const idOf = async (request: Request): Promise<unknown> => ((await request.json()) as { id: unknown }).id;

/** A call that is answered in an unusual way must succeed. */
function succeeds(name: string, body: (id: unknown) => Response): ClientCase {
  return {
    group,
    name: `${name} (http)`,
    needs: ["http"],
    run: (adapter) =>
      connected(
        adapter,
        answering(async (request) => body(await idOf(request))),
        async (client) => {
          equal(
            firstText(await prompt(client.callTool("hello", {}), "the call")),
            "right",
            "the text of the result",
          );
        },
      ),
  };
}

/** What comes over a stream, whole and broken. */
export const streams: readonly ClientCase[] = [
  ...(["pipe", "http"] as const).map(
    (channel): ClientCase => ({
      group,
      name: `progress arrives complete, in order and before the answer (${channel})`,
      needs: [channel],
      run: (adapter) =>
        connected(
          adapter,
          channel === "pipe" ? pipeTo(server()) : httpTo(fetchHandler(server())),
          async (client) => {
            const seen: number[] = [];
            await prompt(client.callTool("count", {}, { onProgress: (step) => seen.push(step) }), "the call");
            equal(seen.length, STEPS, "progress reports that arrived");
            check(
              seen.every((step, at) => step === at + 1),
              "progress came out of order",
            );
          },
        ),
    }),
  ),
  {
    group,
    name: "an event stream in single bytes is the same stream (http)",
    needs: ["http"],
    run: (adapter) =>
      connected(adapter, spoiled({ split: "every" }), async (client) => {
        equal(
          firstText(await prompt(client.callTool("hello", {}), "the call")),
          "hi",
          "the text of the result",
        );
      }),
  },
  succeeds("comments, other line ends and a byte order mark are understood", (id) =>
    events("\ufeff: hello\r\n\r\n", "retry: 5\r\n", ": again\r", `data: ${result(id, "right")}\r\n\r\n`),
  ),
  succeeds("data in several lines is one message", (id) => {
    const [first, second] = [result(id, "right").slice(0, 16), result(id, "right").slice(16)];
    return events(`event: message\ndata: ${first}\ndata: ${second}\n\n`);
  }),
  succeeds("events without data, and of other names, are not messages", (id) =>
    events("id: 1\ndata:\n\n", "event: other\ndata: {}\n\n", `data: ${result(id, "right")}\n\n`),
  ),
  succeeds(
    "media type parameters do not matter",
    (id) =>
      new Response(result(id, "right"), { headers: { "content-type": "Application/JSON; charset=UTF-8" } }),
  ),
  failsAtOnce("a stream that ends without the answer fails the call", () =>
    answering(() => events(": nothing\n\n")),
  ),
  failsAtOnce("a stream that breaks fails the call", () => spoiled({ cutAfter: 20 })),
  failsAtOnce("202 instead of an answer fails the call", () =>
    answering(() => new Response(null, { status: 202 })),
  ),
  failsAtOnce("an answer to another request fails the call", () =>
    answering(
      () => new Response(result(424_242, "wrong"), { headers: { "content-type": "application/json" } }),
    ),
  ),
  failsAtOnce("a web page instead of an answer fails the call", () =>
    answering(() => new Response("<html>", { headers: { "content-type": "text/html" } })),
  ),
  failsAtOnce("broken JSON fails the call", () =>
    answering(() => new Response('{"jsonrpc"', { headers: { "content-type": "application/json" } })),
  ),
  failsAtOnce(
    "an error page of megabytes does not end up in the message",
    () => answering(() => new Response("x".repeat(3_000_000), { status: 500 })),
    (error) => {
      const { length } = String(error);
      check(length <= MOST_TEXT, `the error's text has ${length} characters`);
    },
  ),
];
