import type { Client, SubscriptionEvent } from "@snodo/client";
import { META, type Revision } from "@snodo/protocol";
import fc from "fast-check";
import { applyJsonEdits, jsonEdits } from "../input/json-edits.ts";
import { must, mustBeSound, mustBeUnpolluted } from "./support/must.ts";
import { close, type Opened, open } from "./support/open.ts";
import { settle, settleLater } from "./support/settle.ts";
import { shakeHands, Wire } from "./support/wire.ts";
import { type Target, target } from "./target.ts";

type Subscription = Awaited<ReturnType<Client["listen"]>>;

const URI = "file:///notes.md";
const METHODS = [
  "notifications/subscriptions/acknowledged",
  "notifications/tools/list_changed",
  "notifications/resources/updated",
  "notifications/message",
  "notifications/cancelled",
  "result",
  "error",
] as const;

const step = fc.record({ method: fc.constantFrom(...METHODS), edits: jsonEdits });

/** What a server writes about a subscription: `listen` settles, the events end, and nothing comes after that. */
export const subscriptions: Target = target({
  name: "subscriptions",
  share: 80,
  input: fc.record({
    protocol: fc.constantFrom<Revision>("2026-07-28", "2026-07-28", "2025-11-25"),
    acknowledged: fc.boolean(),
    steps: fc.array(step, { maxLength: 6 }),
    resubscribe: fc.boolean(),
    maxBuffer: fc.integer({ min: 1, max: 3 }),
    ends: fc.boolean(),
  }),
  async run({ protocol, acknowledged, steps, resubscribe, maxBuffer, ends }) {
    const wire = new Wire(shakeHands);
    const opened = await open(wire.transport, { protocol });
    const { client, clock } = opened;
    must(client !== undefined, "the handshake failed");
    const filter = { toolsListChanged: true, resourceSubscriptions: [URI] };
    const listening = settleLater([client.listen(filter, { resubscribe, maxBuffer })]);
    await clock.flush();
    if (acknowledged) acknowledge(wire);
    for (const { method, edits } of steps) wire.receive(applyJsonEdits(messageOf(method, wire), edits));
    if (ends) wire.end();
    const [outcome] = await listening(clock, "listen", ends && !resubscribe ? "at once" : "in time");
    must(outcome !== undefined, "listen has no outcome");
    mustBeSound(outcome);
    if ("value" in outcome) {
      const isOver = ends && !resubscribe;
      await mustEnd(outcome.value as Subscription, opened, { maxBuffer, isOver });
    }
    await close(opened);
    mustBeUnpolluted();
  },
});

/** Read to its end when there is one, else closed: then nothing more may come. */
async function mustEnd(
  subscription: Subscription,
  { clock }: Opened,
  { maxBuffer, isOver }: { readonly maxBuffer: number; readonly isOver: boolean },
): Promise<void> {
  // In the initialize era the server is asked to unsubscribe, and given a moment to answer.
  if (!isOver) await settle(subscription.close(), clock, "closing the subscription", "in time");
  const events: SubscriptionEvent[] = [];
  const reading = async (): Promise<void> => {
    for await (const event of subscription) events.push(event);
  };
  const outcome = await settle(reading(), clock, "the iteration", "at once");
  must("value" in outcome, "the iteration throws");
  const kinds = events.map(({ type }) => type);
  must(isOver || kinds.length === 0, `after close came ${kinds.join()}`);
  must(!isOver || kinds.at(-1) === "closed", `the last of ${kinds.join()} is not the end`);
  must(kinds.indexOf("closed") === kinds.length - 1, "it ended more than once");
  const kept = kinds.filter((type) => type === "notification").length;
  must(kept <= maxBuffer, `${kept} events were kept, ${maxBuffer} allowed`);
}

function acknowledge(wire: Wire): void {
  const subscribing = wire.idOf("resources/subscribe");
  if (subscribing !== undefined) wire.receive({ jsonrpc: "2.0", id: subscribing, result: {} });
  else wire.receive(messageOf("notifications/subscriptions/acknowledged", wire));
}

function messageOf(method: (typeof METHODS)[number], wire: Wire): object {
  const id = wire.idOf("subscriptions/listen") ?? wire.idOf("resources/subscribe");
  if (method === "result") return { jsonrpc: "2.0", id, result: { resultType: "complete" } };
  if (method === "error") return { jsonrpc: "2.0", id, error: { code: -32_603, message: "no" } };
  const params = {
    uri: URI,
    requestId: id,
    level: "info",
    data: "x",
    notifications: { toolsListChanged: true, resourceSubscriptions: [URI] },
    _meta: { [META.subscriptionId]: id },
  };
  return { jsonrpc: "2.0", method, params };
}
