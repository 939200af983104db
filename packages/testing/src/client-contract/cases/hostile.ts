import { equal } from "../../contracts/check.ts";
import { faultyFetch } from "../../faults/faulty-fetch.ts";
import { randomOf } from "../../faults/random.ts";
import { fetchHandler } from "../../fetch/handler.ts";
import { servePipe } from "../../hosts/serve-pipe.ts";
import { testServer } from "../../server/test-server.ts";
import { type ClientCase, connected, firstText, prompt, refused } from "../client-case.ts";
import { type Attach, httpTo, pipeTo } from "../targets.ts";

const group = "hostile";
const GARBAGE: readonly unknown[] = [
  null,
  0,
  "text",
  true,
  [],
  [[]],
  {},
  { jsonrpc: "1.0" },
  { jsonrpc: "2.0" },
  { jsonrpc: "2.0", id: 987, result: {} },
  { jsonrpc: "2.0", id: {}, result: {} },
  { jsonrpc: "2.0", method: 7 },
  { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 987, progress: "x" } },
  { jsonrpc: "2.0", method: "notifications/progress" },
  { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 987 } },
  { jsonrpc: "2.0", method: "notifications/message", params: null },
  { jsonrpc: "2.0", id: "q", method: "no/such/request" },
];
const FLOOD = 5_000;
const CALLS = 40;
const SEEDS = [1, 2, 3];

const server = (): ReturnType<typeof testServer> => testServer({ tools: { hello: () => "hi" } });

/** Puts something before every message of the server. */
function behind(junk: readonly unknown[]): Attach {
  return (send) =>
    servePipe(server(), (message) => {
      for (const piece of junk) send(piece);
      send(message);
    });
}

/** Loses, doubles and swaps messages of the server after the opening. */
function lossy(seed: number): Attach {
  return (send) => {
    let sent = 0;
    let kept: unknown;
    return servePipe(server(), (message) => {
      const random = randomOf(seed, sent);
      sent += 1;
      // The opening is spared: what it may cost is for the cases about connecting.
      const fate = sent <= 2 ? 1 : random.next();
      if (fate < 0.15) return;
      if (fate < 0.3) kept = message;
      else {
        send(message);
        if (fate < 0.45) send(message);
        if (kept !== undefined) send(kept);
        kept = undefined;
      }
    });
  };
}

/** Servers, pipes and networks that mean harm. */
export const hostile: readonly ClientCase[] = [
  {
    group,
    name: "what is no message, or nobody's, changes nothing (pipe)",
    needs: ["pipe"],
    run: (adapter) =>
      connected(adapter, pipeTo(behind(GARBAGE)), async (client) => {
        for (let turn = 0; turn < 3; turn += 1) {
          equal(
            firstText(await prompt(client.callTool("hello", {}), "the call")),
            "hi",
            "the text of the result",
          );
        }
      }),
  },
  {
    group,
    name: "a flood of notifications does not drown the answer (pipe)",
    needs: ["pipe"],
    run(adapter) {
      const note = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "x" } };
      return connected(adapter, pipeTo(behind(Array(FLOOD).fill(note))), async (client) => {
        equal(
          firstText(await prompt(client.callTool("hello", {}), "the call")),
          "hi",
          "the text of the result",
        );
      });
    },
  },
  {
    group,
    name: "a server that dies fails what is under way, and what comes later (pipe)",
    needs: ["pipe"],
    async run(adapter) {
      let kill = (): void => undefined;
      const attach: Attach = (send, cut) => {
        kill = cut;
        return servePipe(testServer({ tools: { wait: () => new Promise(() => undefined) } }), send);
      };
      await connected(adapter, pipeTo(attach), async (client) => {
        const call = refused(client.callTool("wait", {}), "the call under way when the server died");
        kill();
        await call;
        await refused(client.callTool("wait", {}), "a call after that");
      });
    },
  },
  ...SEEDS.flatMap((seed): readonly ClientCase[] => [
    {
      group,
      name: `every call settles when messages are lost, doubled and swapped (seed ${seed}, pipe)`,
      needs: ["pipe"],
      run: (adapter) =>
        connected(adapter, pipeTo(lossy(seed)), async (client) => {
          const calls = Array.from({ length: CALLS }, () => client.callTool("hello", {}, { timeout: 300 }));
          const settled = await prompt(
            Promise.allSettled(calls),
            `all of ${CALLS} calls with a timeout of 300 ms`,
          );
          const texts = settled.flatMap((each) =>
            each.status === "fulfilled" ? [firstText(each.value)] : [],
          );
          equal(
            texts.filter((text) => text !== "hi"),
            [],
            "answers that are not the call's own",
          );
        }),
    },
    {
      group,
      name: `every call settles when requests are refused, lost and cut (seed ${seed}, http)`,
      needs: ["http"],
      run(adapter) {
        const plan = { refuse: 0.15, loseAnswer: 0.15, split: { min: 1, max: 40 }, cutAfter: 5_000 } as const;
        const only = (request: Request): boolean => request.headers.get("mcp-method") === "tools/call";
        const target = httpTo(faultyFetch(fetchHandler(server()), { ...plan, only }, { seed }));
        return connected(adapter, target, async (client) => {
          const calls = Array.from({ length: CALLS }, () => client.callTool("hello", {}));
          const settled = await prompt(Promise.allSettled(calls), `all of ${CALLS} calls`);
          const texts = settled.flatMap((each) =>
            each.status === "fulfilled" ? [firstText(each.value)] : [],
          );
          equal(
            texts.filter((text) => text !== "hi"),
            [],
            "answers that are not the call's own",
          );
        });
      },
    },
  ]),
];
