import { equal, soon } from "../check.ts";
import { inBothEras, type TransportCase } from "./eras.ts";

/** Giving a request up. */
export const cancel: readonly TransportCase[] = inBothEras("cancel", [
  {
    name: "the server learns that a request was given up",
    async run(peer) {
      const call = peer.call("wait");
      await soon(call.begun, "the call's progress");
      call.cancel("no longer needed");
      equal(await peer.value("until", { name: "aborted", least: 1 }), 1, "requests the server gave up");
    },
  },
  {
    name: "nothing is delivered to a request that was given up",
    async run(peer) {
      const call = peer.call("wait");
      await soon(call.begun, "the call's progress");
      call.cancel("no longer needed");
      await peer.value("until", { name: "aborted", least: 1 });
      equal(await peer.value("echo", { value: 1 }), 1, "an echo after that");
      equal(call.notifications.length, 1, "notifications of the call");
    },
  },
  {
    name: "cancelling twice, or too late, is harmless",
    async run(peer) {
      const call = peer.call("wait");
      await soon(call.begun, "the call's progress");
      call.cancel("once");
      call.cancel("twice");
      const done = peer.call("echo", { value: 1 });
      await soon(done.response, "the answer");
      done.cancel("too late");
      equal(await peer.value("echo", { value: 2 }), 2, "the echo after that");
    },
  },
  {
    name: "other requests go on",
    async run(peer) {
      const kept = peer.call("park", { gate: "kept" });
      const given = peer.call("wait");
      await soon(Promise.all([kept.begun, given.begun]), "the progress of both calls");
      given.cancel("no longer needed");
      await peer.value("until", { name: "aborted", least: 1 });
      await soon(peer.call("unpark", { gate: "kept" }).response, "the answer of unpark");
      await soon(kept.response, "the answer of the call that was kept");
    },
  },
]);
