// @req stdio.subscriptions-end
import { type Client, connect, type Subscription, type SubscriptionEvent } from "@snodo/client";
import { isMcpError } from "@snodo/protocol";
import { contractChild } from "@snodo/testing/node";
import spawn from "cross-spawn";
import { expect, test } from "vitest";
import { stdio } from "../../src/index.ts";

async function listening(): Promise<{ client: Client; subscription: Subscription; pid: number }> {
  let pid = 0;
  const transport = stdio({
    ...contractChild(),
    spawn: (command, args, request) => {
      const child = spawn(command, args, request);
      pid = child.pid ?? 0;
      return child;
    },
  });
  const options = { protocol: "2026-07-28", diagnostics: { report: () => {} } } as const;
  const client = await connect(transport, options);
  return { client, subscription: await client.listen({ toolsListChanged: true }), pid };
}

async function eventsOf(subscription: Subscription): Promise<SubscriptionEvent[]> {
  const events: SubscriptionEvent[] = [];
  for await (const event of subscription) events.push(event);
  return events;
}

test("a subscription ends with the reason when the server exits", async () => {
  const { client, subscription, pid } = await listening();
  const events = eventsOf(subscription);
  process.kill(pid, "SIGKILL");
  const last = (await events).at(-1);
  if (last?.type !== "closed" || last.reason.type !== "failed") throw new Error("it did not fail");
  expect(isMcpError(last.reason.error, "process_exit") && last.reason.error.reason.signal).toBe("SIGKILL");
  await client.close();
});

test("a subscription ends when the client closes", async () => {
  const { client, subscription } = await listening();
  const events = eventsOf(subscription);
  await client.close();
  expect((await events).at(-1)?.type ?? "closed").toBe("closed");
});
