import { expect, test } from "vitest";
import { legacySse } from "../../src/index.ts";
import { Dialled, failureOf } from "../support/dial.ts";
import { event, fixture, stream } from "../support/fixture.ts";

// Field report 63: an `endpoint` event named an internal host, and the client posted there.

test("an endpoint of another origin is refused", async () => {
  const internal = await fixture((_seen, response) => response.writeHead(202).end());
  const server = await fixture((_seen, response) =>
    stream(response).write(event(`${internal.origin}/messages`, { event: "endpoint" })),
  );
  const failure = await failureOf(
    Dialled.dial(legacySse(server.url, { headers: { authorization: "Bearer t" } })),
  );
  expect(failure.message).toMatch(`the endpoint ${internal.origin}/messages is of another origin`);
  expect(internal.seen).toHaveLength(0);
});
