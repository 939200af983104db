import fc from "fast-check";
import { expect, test } from "vitest";
import { parseChallenges, readChallenge } from "../../src/auth/challenge.ts";

function parsed(value: string): readonly unknown[] {
  return parseChallenges(value).map(({ scheme, params }) => [scheme, Object.fromEntries(params)]);
}

test.each([
  ["nothing", "", []],
  ["a scheme alone", "Bearer", [["bearer", {}]]],
  ["a parameter", 'Bearer realm="x"', [["bearer", { realm: ["x"] }]]],
  ["unquoted values", "Bearer error=invalid_token", [["bearer", { error: ["invalid_token"] }]]],
  ["names in any case", 'bEARER Error="A"', [["bearer", { error: ["A"] }]]],
  [
    "spaces around the sign",
    'Bearer error = "x" , scope= "a b"',
    [["bearer", { error: ["x"], scope: ["a b"] }]],
  ],
  ["quoted pairs", String.raw`Bearer realm="a \"b\" \\c"`, [["bearer", { realm: ['a "b" \\c'] }]]],
  ["commas in quotes", 'Bearer realm="a, b", error="c"', [["bearer", { realm: ["a, b"], error: ["c"] }]]],
  ["signs in quotes", 'Bearer realm="a=b"', [["bearer", { realm: ["a=b"] }]]],
  [
    "several schemes",
    'Basic realm="b", Bearer scope="s", DPoP algs="ES256"',
    [
      ["basic", { realm: ["b"] }],
      ["bearer", { scope: ["s"] }],
      ["dpop", { algs: ["ES256"] }],
    ],
  ],
  [
    "a token68",
    "Negotiate YWJj==, Bearer scope=a",
    [
      ["negotiate", {}],
      ["bearer", { scope: ["a"] }],
    ],
  ],
  [
    "schemes without parameters",
    "Negotiate, Basic, Bearer x=1",
    [
      ["negotiate", {}],
      ["basic", {}],
      ["bearer", { x: ["1"] }],
    ],
  ],
  [
    "a repeated parameter",
    'Bearer resource_metadata="a", resource_metadata="b"',
    [["bearer", { resource_metadata: ["a", "b"] }]],
  ],
  ["empty list elements", ", ,Bearer realm=x,,", [["bearer", { realm: ["x"] }]]],
  ["a quote that is never closed", 'Bearer realm="abc', [["bearer", { realm: ["abc"] }]]],
  ["an empty quoted value", 'Bearer scope=""', [["bearer", { scope: [""] }]]],
  [
    "a value with a colon and slashes",
    "Bearer resource_metadata=https://h.test/.well-known/x",
    [["bearer", { resource_metadata: ["https://h.test/.well-known/x"] }]],
  ],
])("%s", (_name, value, schemes) => {
  expect(parsed(value)).toEqual(schemes);
});

test("what can be written can be read", () => {
  const token = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/);
  const value = fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, " "));
  const scheme = fc.tuple(
    token,
    fc.uniqueArray(fc.tuple(token, value), { selector: ([name]) => name, minLength: 1, maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(scheme, { maxLength: 4 }), (schemes) => {
      const text = schemes
        .map(
          ([name, params]) =>
            `${name} ${params.map(([key, of]) => `${key}="${of.replace(/["\\]/g, "\\$&")}"`).join(", ")}`,
        )
        .join(", ");
      expect(parsed(text)).toEqual(
        schemes.map(([name, params]) => [name, Object.fromEntries(params.map(([key, of]) => [key, [of]]))]),
      );
    }),
  );
});

test("nothing a server writes makes it throw, or hang", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('"', "\\", ",", "=", " ", "a", "B", "\t", "é"), maxLength: 60 }),
      (text) => void parsed(text),
    ),
  );
});

test("token schemes say what is missing, before others", () => {
  const headers: Record<string, string> = {
    "www-authenticate":
      'Basic realm="r", error="no", Bearer error="insufficient_scope", error_description="d", scope="a b", resource_metadata="https://h.test/m"',
    "dpop-nonce": "n",
  };
  expect(readChallenge(403, { get: (name) => headers[name] })).toMatchObject({
    status: 403,
    error: "insufficient_scope",
    errorDescription: "d",
    scope: "a b",
    resourceMetadata: "https://h.test/m",
    dpopNonce: "n",
  });
});

test("a parameter before any scheme does not hide the schemes", () => {
  expect(parsed('realm="x", Bearer a=b').at(-1)).toEqual(["bearer", { a: ["b"] }]);
});

test("metadata may ride on any scheme", () => {
  const header = 'Bearer error="invalid_token", Custom resource_metadata="https://h.test/m"';
  expect(
    readChallenge(401, { get: (name) => (name === "www-authenticate" ? header : undefined) })
      .resourceMetadata,
  ).toBe("https://h.test/m");
});

test("a refusal without the header has no schemes", () => {
  expect(readChallenge(401, { get: () => undefined }).schemes).toEqual([]);
});
