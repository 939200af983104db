import { systemClock } from "@snodo/protocol";
import { check, equal } from "../../contracts/check.ts";
import { fetchHandler } from "../../fetch/handler.ts";
import { testServer } from "../../server/test-server.ts";
import { type ClientCase, connected, firstText, NEVER, prompt } from "../client-case.ts";
import { httpTo } from "../targets.ts";

const group = "sessions";
/** How long reconnecting is watched, in milliseconds, and how often it may happen. */
const WATCHED = 600;
const MOST_RECONNECTS = 4;

const legacy = (): ReturnType<typeof testServer> =>
  testServer({ revisions: ["2025-11-25"], tools: { hello: () => "hi" } });

/** Sessions and resumption of the initialize era. */
export const sessions: readonly ClientCase[] = [
  {
    group,
    name: "every request carries the session and the version (http)",
    needs: ["http"],
    async run(adapter) {
      const handler = fetchHandler(legacy());
      const refusals: number[] = [];
      const watched = httpTo(async (request) => {
        const response = await handler(request);
        if (response.status >= 400 && request.headers.has("mcp-session-id")) refusals.push(response.status);
        return response;
      });
      await connected(adapter, watched, async (client) => {
        await prompt(client.listTools(), "listTools");
        equal(
          firstText(await prompt(client.callTool("hello", {}), "the call")),
          "hi",
          "the text of the result",
        );
      });
      equal(refusals, [], "refusals of requests in the session");
    },
  },
  {
    group,
    name: "a session that is gone is begun again, and the call succeeds (http)",
    needs: ["http"],
    async run(adapter) {
      const handler = fetchHandler(legacy());
      await connected(adapter, httpTo(handler), async (client) => {
        await prompt(client.callTool("hello", {}), "the first call");
        handler.expire();
        equal(
          firstText(await prompt(client.callTool("hello", {}), "the call after that")),
          "hi",
          "the text of the result",
        );
      });
    },
  },
  {
    group,
    name: "a server that asks to be reconnected to at once is not hammered (http)",
    needs: ["http"],
    async run(adapter) {
      const handler = fetchHandler(legacy());
      let gets = 0;
      const eager = httpTo(async (request) => {
        if (request.method === "GET") {
          gets += 1;
          return stream("retry: 0\nid: 1\ndata:\n\n");
        }
        return (await request.clone().text()).includes("tools/call")
          ? stream("retry: 0\nid: 1\ndata:\n\n")
          : handler(request);
      });
      await connected(adapter, eager, async (client) => {
        void client.callTool("hello", {}, { timeout: NEVER }).catch(() => undefined);
        await new Promise<void>((resolve) => systemClock.setTimeout(resolve, WATCHED));
        check(gets <= MOST_RECONNECTS, `it reconnected ${gets} times in ${WATCHED} ms`);
      });
    },
  },
];

function stream(text: string): Response {
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}
