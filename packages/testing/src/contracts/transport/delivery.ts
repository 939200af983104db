import { own } from "@snodo/protocol";
import { check, equal, soon } from "../check.ts";
import { CONTRACT_FAULT } from "../contract-server.ts";
import { inBothEras, type TransportCase } from "./eras.ts";
import { structured } from "./peer.ts";

const STEPS = 200;
const MANY = 24;
const LARGE = 1024 * 1024;

/** Everything arrives: once, whole, in order, at the right place. */
export const delivery: readonly TransportCase[] = inBothEras("delivery", [
  {
    name: "each of many calls gets its own answer, whatever the order",
    async run(peer) {
      const parked = peer.call("park", { gate: "g" });
      await soon(parked.begun, "the parked call's progress");
      const answers = await soon(
        Promise.all(Array.from({ length: MANY }, (_none, value) => peer.value("echo", { value }))),
        "the answers",
      );
      equal(
        answers,
        Array.from({ length: MANY }, (_none, value) => value),
        "the answers",
      );
      await soon(peer.call("unpark", { gate: "g" }).response, "the answer of unpark");
      const last = await soon(parked.response, "the parked call's answer");
      equal(
        own((last as unknown as { result: Record<string, unknown> }).result, "content"),
        [{ type: "text", text: "g" }],
        "the parked call's answer",
      );
    },
  },
  {
    name: "progress arrives in order and before the answer",
    async run(peer) {
      const call = peer.call("count", { steps: STEPS });
      await soon(call.response, "the answer");
      const seen = call.notifications.map(({ params }) => own(params ?? {}, "progress"));
      equal(
        seen,
        Array.from({ length: STEPS }, (_none, index) => index + 1),
        "the progress seen when the answer came",
      );
    },
  },
  {
    name: "progress of calls at the same time does not mix",
    async run(peer) {
      const calls = [3, 5, 8].map((steps) => peer.call("count", { steps }));
      await soon(Promise.all(calls.map(({ response }) => response)), "the answers");
      equal(
        calls.map(({ notifications }) => notifications.length),
        [3, 5, 8],
        "notifications of each call",
      );
    },
  },
  {
    name: "an error is an answer, and arrives untouched",
    async run(peer) {
      const response = await soon(peer.call("fail").response, "the answer");
      check("error" in response, "expected an error answer");
      equal(response.error, CONTRACT_FAULT, "the error");
    },
  },
  {
    name: "text of every kind survives",
    async run(peer) {
      const value =
        'line\nbreak\r\n tab\t "quoted" \\ \u2028\u2029 \u0000 日本語 😀 é {"jsonrpc":"2.0"} data: x\n\nid: 1';
      equal(await peer.value("echo", { value }), value, "the echo");
    },
  },
  {
    name: "values of every kind survive",
    async run(peer) {
      const value: readonly unknown[] = [
        null,
        0,
        -0.5,
        1e21,
        false,
        "",
        [],
        {},
        { constructor: 1, toString: null },
      ];
      equal(await peer.value("echo", { value }), value, "the echo");
    },
  },
  {
    name: "large messages pass both ways",
    async run(peer) {
      equal(await peer.value("size", { text: "y".repeat(LARGE) }), LARGE, "the size the server saw");
      const response = await soon(peer.call("big", { length: LARGE }).response, "the large answer");
      check(JSON.stringify(response).length > LARGE, "the large answer arrived shortened");
    },
  },
  {
    name: "a notification that belongs to no request arrives",
    era: "initialize",
    async run(peer) {
      peer.connection.openChannel?.(peer.routing);
      await soon(peer.call("announce").response, "the answer of announce");
      await soon(peer.stray(), "the notification");
      equal(peer.strays[0]?.method, "notifications/tools/list_changed", "the notification");
    },
  },
  {
    name: "notifications of the client arrive",
    era: "initialize",
    async run(peer) {
      await peer.notify("notifications/roots/list_changed");
      const seen = await peer.value("until", { name: "notifications/roots/list_changed", least: 1 });
      equal(seen, 1, "notifications the server counted");
    },
  },
  {
    name: "requests of the server are answered",
    era: "initialize",
    needs: ["server-requests"],
    async run(peer) {
      peer.onRequest = ({ method }) => ({ result: { roots: [{ uri: `file:///${method}` }] } });
      const response = await soon(peer.call("ask", { method: "roots/list" }).response, "the answer");
      equal(
        structured(response, "result"),
        { roots: [{ uri: "file:///roots/list" }] },
        "what the server was answered",
      );
    },
  },
  {
    name: "an error of the client reaches the server",
    era: "initialize",
    needs: ["server-requests"],
    async run(peer) {
      peer.onRequest = () => ({ error: { code: -32_601, message: "no" } });
      const response = await soon(peer.call("ask", { method: "roots/list" }).response, "the answer");
      equal(structured(response, "error"), { code: -32_601, message: "no" }, "what the server was answered");
    },
  },
  {
    name: "a request of the server that is not answered blocks nothing",
    era: "initialize",
    needs: ["server-requests"],
    async run(peer) {
      let asked = (): void => undefined;
      const seen = new Promise<void>((resolve) => {
        asked = resolve;
      });
      peer.onRequest = () => {
        asked();
        return undefined;
      };
      const call = peer.call("ask", { method: "roots/list" });
      await soon(seen, "the server's request");
      equal(await peer.value("echo", { value: 1 }), 1, "the echo meanwhile");
      call.cancel("not answered");
    },
  },
]);
