import { isMcpError } from "@snodo/protocol";
import { check, equal, rejection, soon } from "../check.ts";
import { inBothEras, type TransportCase } from "./eras.ts";
import { Peer } from "./peer.ts";

/** Opening, closing and opening again. */
export const lifecycle: readonly TransportCase[] = [
  {
    group: "lifecycle",
    name: "has a kind and a label for people",
    async run({ transport }) {
      check(transport.kind !== "", "kind is empty");
      check(transport.label !== "", "label is empty");
      check(!/[\r\n]/.test(transport.label), "label has more than one line");
      check(!transport.label.includes("?"), "label shows a query, which may hold a credential");
    },
  },
  {
    group: "lifecycle",
    name: "open with an aborted signal rejects with its reason",
    async run({ transport }) {
      const reason = new Error("changed my mind");
      const error = await rejection(
        Peer.dial(transport, "2026-07-28", AbortSignal.abort(reason)),
        "open with an aborted signal",
      );
      check(error === reason, `open rejected with something else than the signal's reason: ${String(error)}`);
    },
  },
  ...inBothEras("lifecycle", [
    {
      name: "answers a request",
      run: async (peer) => equal(await peer.value("echo", { value: 7 }), 7, "the echo"),
    },
    {
      name: "can be opened again after close, and twice at once",
      async run(peer, { transport }) {
        const other = await Peer.dial(transport, peer.revision);
        equal(await other.value("echo", { value: "b" }), "b", "the echo of the second connection");
        await soon(other.connection.close(), "close of the second connection");
        equal(await peer.value("echo", { value: "a" }), "a", "the echo of the first connection");
        await soon(peer.connection.close(), "close of the first connection");
        const again = await Peer.dial(transport, peer.revision);
        equal(await again.value("echo", { value: "c" }), "c", "the echo after reopening");
        await again.connection.close();
      },
    },
    {
      name: "close is idempotent and tells nobody",
      async run({ connection, closed }) {
        await soon(Promise.all([connection.close(), connection.close()]), "close");
        await soon(connection.close(), "a third close");
        equal(closed.length, 0, "calls of inbound.closed");
      },
    },
    {
      name: "close rejects what is in flight",
      async run(peer) {
        const call = peer.call("wait");
        await soon(call.begun, "the call's progress");
        const rejected = rejection(call.response, "the call in flight");
        await soon(peer.connection.close(), "close");
        const error = await rejected;
        check(isMcpError(error), `the call rejected with ${String(error)}, not with an McpError`);
        equal([error.kind, error.code], ["transport", -32_000], "kind and code of the error");
        check(error.sent !== "no", "a request that was sent may have run: `sent` must not be `no`");
      },
    },
    {
      name: "a request after close rejects and does not throw",
      async run(peer) {
        await peer.connection.close();
        const error = await rejection(peer.call("echo", { value: 1 }).response, "a call after close");
        check(isMcpError(error), `the call rejected with ${String(error)}, not with an McpError`);
        equal([error.kind, error.sent], ["transport", "no"], "kind and sent of the error");
      },
    },
  ]),
];
