import { META, own } from "@snodo/protocol";
import { check, equal, soon } from "../check.ts";
import { inBothEras, type TransportCase } from "./eras.ts";
import type { Call, Peer } from "./peer.ts";

const EVENTS = 50;

/** The long-lived response of `subscriptions/listen`. */
export const streaming: readonly TransportCase[] = inBothEras("streaming", [
  {
    name: "events arrive in order, the acknowledgement first",
    era: "stateless",
    needs: ["streaming"],
    async run(peer) {
      const call = await listen(peer);
      await soon(peer.call("announce", { times: EVENTS }).response, "the answer of announce");
      await soon(peer.call("endSubscriptions").response, "the answer of endSubscriptions");
      const end = await soon(call.response, "the end of the stream");
      check("result" in end, "the stream did not end with its result");
      const methods = call.notifications.map(({ method }) => method);
      equal(methods[0], "notifications/subscriptions/acknowledged", "the first event");
      equal(methods.slice(1), Array(EVENTS).fill("notifications/tools/list_changed"), "the other events");
      check(
        call.notifications.every(({ params }) => ownSubscription(params) !== undefined),
        "an event lost its subscription id",
      );
    },
  },
  {
    name: "giving it up ends it on the server",
    era: "stateless",
    needs: ["streaming"],
    async run(peer) {
      const call = await listen(peer);
      equal(await peer.value("subscriptions"), 1, "open subscriptions");
      call.cancel("heard enough");
      await soon(drained(peer), "the end of the subscription on the server");
    },
  },
  {
    name: "two subscriptions do not mix",
    era: "stateless",
    needs: ["streaming"],
    async run(peer) {
      const first = await listen(peer);
      const second = await listen(peer);
      first.cancel("heard enough");
      await soon(peer.call("announce").response, "the answer of announce");
      await soon(peer.call("endSubscriptions").response, "the answer of endSubscriptions");
      await soon(second.response, "the end of the second stream");
      equal(second.notifications.length, 2, "events of the second stream");
    },
  },
]);

async function listen(peer: Peer): Promise<Call> {
  const params = { notifications: { toolsListChanged: true } };
  const call = peer.request("subscriptions/listen", params, { stream: true });
  await soon(call.begun, "the acknowledgement");
  return call;
}

/** Each question is a round trip, so that asking again lets the cancellation arrive. */
async function drained(peer: Peer): Promise<void> {
  for (let open = await peer.value("subscriptions"); open !== 0; open = await peer.value("subscriptions"));
}

function ownSubscription(params: Readonly<Record<string, unknown>> | undefined): unknown {
  return own((own(params ?? {}, "_meta") ?? {}) as Readonly<Record<string, unknown>>, META.subscriptionId);
}
