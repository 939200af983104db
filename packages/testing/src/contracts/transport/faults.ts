import { isMcpError } from "@snodo/protocol";
import { check, equal, rejection, soon } from "../check.ts";
import { inBothEras, type TransportCase } from "./eras.ts";
import type { TransportSubject } from "./subject.ts";

/** The server is gone, or says too much. */
export const faults: readonly TransportCase[] = inBothEras("faults", [
  {
    name: "a lost server rejects what is in flight",
    needs: ["sever"],
    async run(peer, subject) {
      const calls = [peer.call("wait"), peer.call("wait")];
      await soon(Promise.all(calls.map(({ begun }) => begun)), "the progress of the calls");
      const rejected = calls.map(({ response }) => rejection(response, "a call in flight"));
      await sever(subject);
      for (const error of await Promise.all(rejected)) {
        check(isMcpError(error), `a call rejected with ${String(error)}, not with an McpError`);
        equal(error.kind, "transport", "the error's kind");
        check(error.sent !== "no", "a request that was sent may have run: `sent` must not be `no`");
        check(!/[\r\n]/.test(error.message), "the error's message has more than one line");
      }
    },
  },
  {
    name: "a lost server is told at most once, and later requests settle",
    needs: ["sever"],
    async run(peer, subject) {
      const call = peer.call("wait");
      await soon(call.begun, "the call's progress");
      const rejected = rejection(call.response, "the call in flight");
      await sever(subject);
      await rejected;
      const { response } = peer.call("echo", { value: 1 });
      await soon(Promise.allSettled([response]), "a later call");
      check(peer.closed.length <= 1, `inbound.closed was called ${peer.closed.length} times`);
    },
  },
  {
    name: "close after a loss resolves",
    needs: ["sever"],
    async run(peer, subject) {
      await sever(subject);
      await soon(peer.connection.close(), "close");
      check(peer.closed.length <= 1, `inbound.closed was called ${peer.closed.length} times`);
    },
  },
  {
    name: "a message over the limit never becomes an answer, and the connection goes on",
    needs: ["limit"],
    async run(peer, { limit }) {
      check(limit !== undefined, "give the subject a `limit`, or run the contract without `limit`");
      let answered = false;
      void peer.call("big", { length: limit + 1024 }).response.then(
        () => {
          answered = true;
        },
        () => undefined,
      );
      equal(await peer.value("echo", { value: 1 }), 1, "an echo after that");
      equal(await peer.value("echo", { value: 2 }), 2, "one more");
      check(!answered, "a message over the limit was delivered");
    },
  },
  {
    name: "a message below the limit passes",
    needs: ["limit"],
    async run(peer, { limit }) {
      check(limit !== undefined, "give the subject a `limit`, or run the contract without `limit`");
      const response = await soon(peer.call("big", { length: limit - 1024 }).response, "the answer");
      check("result" in response, "a message below the limit was refused");
    },
  },
]);

async function sever(subject: TransportSubject): Promise<void> {
  check(subject.sever !== undefined, "give the subject a `sever`, or run the contract without `sever`");
  await subject.sever();
}
