import { check, equal } from "../../contracts/check.ts";
import { Counters } from "../../contracts/counters.ts";
import { fetchHandler } from "../../fetch/handler.ts";
import { type TestServer, testServer } from "../../server/test-server.ts";
import type { ClientTarget } from "../adapter.ts";
import { type ClientCase, connected, firstText, prompt, refused } from "../client-case.ts";
import { httpTo, pipeTo } from "../targets.ts";

const group = "giving up";

interface Waiting {
  readonly server: TestServer;
  readonly counters: Counters;
}

/** A server whose tool `wait` never ends by itself, and which counts what happens to it. */
function waiting(): Waiting {
  const counters = new Counters();
  const server = testServer({
    tools: {
      hello: () => "hi",
      wait: (_args, context) => {
        counters.add("begun");
        context.progress(1);
        return new Promise((_resolve, reject) => {
          const abort = (): void => {
            counters.add("aborted");
            context.progress(2);
            reject(context.signal.reason);
          };
          context.signal.addEventListener("abort", abort, { once: true });
        });
      },
    },
  });
  return { server, counters };
}

const CHANNELS: readonly (readonly ["pipe" | "http", (server: TestServer) => ClientTarget])[] = [
  ["pipe", pipeTo],
  ["http", (server) => httpTo(fetchHandler(server))],
];

/** Signals, timeouts and close. */
export const givingUp: readonly ClientCase[] = CHANNELS.flatMap(([channel, to]): readonly ClientCase[] => [
  {
    group,
    name: `an aborted call rejects with the signal's reason, and the server is told (${channel})`,
    needs: [channel],
    async run(adapter) {
      const { server, counters } = waiting();
      await connected(adapter, to(server), async (client) => {
        const abort = new AbortController();
        const reason = new Error("the user pressed stop");
        const rejected = refused(client.callTool("wait", {}, { signal: abort.signal }), "the call");
        await prompt(counters.reach("begun", 1), "the call's arrival");
        abort.abort(reason);
        const error = await rejected;
        await prompt(counters.reach("aborted", 1), "the server's learning of it");
        const cause = error instanceof Error ? error.cause : undefined;
        check(
          error === reason || cause === reason,
          `it rejected with ${String(error)}, not with the signal's reason`,
        );
        equal(
          firstText(await prompt(client.callTool("hello", {}), "a later call")),
          "hi",
          "the text of the result",
        );
      });
    },
  },
  {
    group,
    name: `a call that takes too long rejects, the server is told, and the client goes on (${channel})`,
    needs: [channel],
    async run(adapter) {
      const { server, counters } = waiting();
      await connected(adapter, to(server), async (client) => {
        await refused(client.callTool("wait", {}, { timeout: 200 }), "a call with a timeout of 200 ms");
        await prompt(counters.reach("aborted", 1), "the server's learning of it");
        equal(
          firstText(await prompt(client.callTool("hello", {}), "a later call")),
          "hi",
          "the text of the result",
        );
      });
    },
  },
  {
    group,
    name: `close settles what is under way, and nothing is told afterwards (${channel})`,
    needs: [channel],
    async run(adapter) {
      const { server, counters } = waiting();
      const reports: number[] = [];
      await connected(adapter, to(server), async (client) => {
        const call = refused(
          client.callTool("wait", {}, { onProgress: (step) => reports.push(step) }),
          "the call under way when the client closed",
        );
        await prompt(counters.reach("begun", 1), "the call's arrival");
        await prompt(client.close(), "close");
        await call;
        await refused(client.callTool("hello", {}), "a call after close");
      });
      check(!reports.includes(2), "a callback ran after close");
    },
  },
]);
