import { check } from "../../contracts/check.ts";
import { fetchHandler } from "../../fetch/handler.ts";
import { type TestServer, testServer } from "../../server/test-server.ts";
import type { AdaptedClient, AdaptedSubscription, ClientTarget } from "../adapter.ts";
import { type ClientCase, connected, prompt } from "../client-case.ts";
import { httpTo, pipeTo } from "../targets.ts";

const group = "watching";
const CHANNELS: readonly (readonly ["pipe" | "http", (server: TestServer) => ClientTarget])[] = [
  ["pipe", pipeTo],
  ["http", (server) => httpTo(fetchHandler(server))],
];

interface Watch {
  readonly subscription: AdaptedSubscription;
  /** Resolves with the next change. */
  change(): Promise<void>;
  readonly ended: Promise<void>;
  readonly changes: () => number;
}

async function watch(client: AdaptedClient): Promise<Watch> {
  check(client.listen !== undefined, "give the adapter a `listen`, or run the contract without `listen`");
  let changes = 0;
  let told: (() => void)[] = [];
  let over = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    over = resolve;
  });
  const changed = (): void => {
    changes += 1;
    for (const tell of told) tell();
    told = [];
  };
  const subscription = await prompt(
    client.listen(changed, () => over()),
    "listen",
  );
  return {
    subscription,
    change: () => new Promise((resolve) => told.push(resolve)),
    ended,
    changes: () => changes,
  };
}

/** Subscriptions, from 2026-07-28 on. */
export const watching: readonly ClientCase[] = CHANNELS.flatMap(([channel, to]): readonly ClientCase[] => [
  {
    group,
    name: `changes are told until the subscription is closed (${channel})`,
    needs: [channel, "listen"],
    async run(adapter) {
      const server = testServer({ tools: { hello: () => "hi" } });
      await connected(adapter, to(server), async (client) => {
        const { subscription, change, changes } = await watch(client);
        const first = change();
        server.announce.toolsChanged();
        await prompt(first, "the change");
        await prompt(subscription.close(), "closing the subscription");
        const before = changes();
        server.announce.toolsChanged();
        await prompt(client.callTool("hello", {}), "a call after that");
        check(changes() === before, "a change was told after the subscription was closed");
      });
    },
  },
  {
    group,
    name: `the end of a subscription is told (${channel})`,
    needs: [channel, "listen"],
    async run(adapter) {
      const server = testServer({ tools: {} });
      await connected(adapter, to(server), async (client) => {
        const { ended } = await watch(client);
        server.endSubscriptions();
        await prompt(ended, "the end of the subscription");
      });
    },
  },
]);
