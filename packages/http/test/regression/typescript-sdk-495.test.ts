import { expect, test } from "vitest";
import { type HeadersLike, http } from "../../src/index.ts";
import { Dialled } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { fixture, json, result } from "../support/fixture.ts";

// Field report 69: custom headers got lost: in the wrong option, by spreading a `Headers`, or under the caller's own
// `Accept`.

const FORMS: readonly (readonly [string, HeadersLike])[] = [
  ["Headers", new Headers({ Authorization: "Bearer t", Accept: "text/plain" })],
  [
    "pairs",
    [
      ["Authorization", "Bearer t"],
      ["Accept", "text/plain"],
    ],
  ],
  ["an object", { Authorization: "Bearer t", Accept: "text/plain" }],
];

for (const { name, options } of EXCHANGES) {
  test.each(FORMS)(`%s arrive, and the protocol's own stay (${name})`, async (_form, headers) => {
    const server = await fixture((seen, response) => json(response, result(seen)));
    const peer = await Dialled.dial(http(server.url, { ...options, headers }));
    await peer.call("x").response;
    expect(server.seen[0]?.headers).toMatchObject({
      authorization: "Bearer t",
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    });
  });
}
