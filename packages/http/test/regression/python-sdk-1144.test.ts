import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { fixture, json } from "../support/fixture.ts";

// Field report 41: a body that is no message was only logged, and the call hung.

test.each(['{"oops":1}', "[]", "null", '"hi"', "123", '{"jsonrpc":"2.0"}', "{", "<html>"])(
  "the body %j rejects its request",
  async (body) => {
    const server = await fixture((_seen, response) => json(response, body));
    const peer = await Dialled.dial(http(server.url));
    const failure = await failureOf(peer.call("x").response);
    expect(failure).toMatchObject({ kind: "protocol", reason: { type: "invalid_message" }, sent: "yes" });
    expect(failure.message).toMatch(/the server's answer is invalid: /);
  },
);
