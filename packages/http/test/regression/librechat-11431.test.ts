import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { failureOf } from "../support/dial.ts";

// Field report 143: a header value that is not Latin-1 threw a ByteString error that named nothing.

test("fixed headers are refused when the transport is made, by name and without the value", () => {
  const make = (): unknown => http("http://h.test/mcp", { headers: { "X-User-Name": "Łukasz" } });
  expect(make).toThrow(TypeError);
  expect(make).toThrow(
    'the header "x-user-name" has a value with characters that HTTP headers cannot carry; encode it first',
  );
});

test("headers that are asked for fail the connect", async () => {
  const failure = await failureOf(
    connected(http("http://h.test/mcp", { headers: () => ({ "X-User-Name": "Łukasz" }) })),
  );
  expect(failure.message).toMatch(/the header "x-user-name"/);
  expect(failure.message).not.toMatch("Łukasz");
});
