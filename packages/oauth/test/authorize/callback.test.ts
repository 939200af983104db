import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeCallback } from "../../src/authorize/callback.ts";

const state = "s".repeat(43);
const issuer = "https://as.example.com";
const judge = (query: string, issAdvertised = true) =>
  judgeCallback(new URLSearchParams(query), { state, issuer, issAdvertised });

describe("iss", () => {
  const good = `code=c&state=${state}`;
  test.each([
    ["advertised and right", `${good}&iss=${issuer}`, true, "code"],
    ["advertised and missing", good, true, "issuer"],
    ["advertised and wrong", `${good}&iss=https://evil.example.com`, true, "issuer"],
    ["advertised and normalised", `${good}&iss=${issuer}/`, true, "issuer"],
    ["not advertised and missing", good, false, "code"],
    ["not advertised and right", `${good}&iss=${issuer}`, false, "code"],
    ["not advertised and wrong", `${good}&iss=https://evil.example.com`, false, "issuer"],
    ["not advertised and empty", `${good}&iss=`, false, "issuer"],
    ["repeated, the second one wrong", `${good}&iss=${issuer}&iss=https://evil.example.com`, true, "issuer"],
    ["repeated, both right", `${good}&iss=${issuer}&iss=${issuer}`, true, "malformed"],
    ["in another case", `${good}&iss=https://AS.example.com`, true, "issuer"],
  ])("%s", (_name, query, advertised, type) => {
    expect(judge(query, advertised).type).toBe(type);
  });

  test("is judged before the error, of which nothing is passed on", () => {
    const verdict = judge(
      `error=access_denied&error_description=phish&state=${state}&iss=https://evil.example.com`,
    );
    expect(verdict).toEqual({ type: "issuer", problem: "different" });
  });
});

describe("state", () => {
  test.each(["", `state=`, `state=${state}x`, `state=${state.slice(1)}`, `state=${state}&state=${state}`])(
    "%j is an answer to something else",
    (query) => {
      expect(judge(`code=c&iss=${issuer}&${query}`).type).toBe("foreign");
    },
  );

  test("is judged before everything else", () => {
    expect(judge("error=access_denied&iss=https://evil.example.com&state=x").type).toBe("foreign");
  });
});

test("an error is passed on with its description", () => {
  expect(judge(`error=access_denied&error_description=no&state=${state}&iss=${issuer}`)).toEqual({
    type: "error",
    error: "access_denied",
    description: "no",
  });
});

test.each([
  `state=${state}&iss=${issuer}`,
  `state=${state}&iss=${issuer}&code=`,
  `state=${state}&iss=${issuer}&code=a&code=b`,
])("%s has no code", (query) => {
  expect(judge(query).type).toBe("malformed");
});

test("no query whatsoever gets a code past a state it does not know", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom("code", "state", "iss", "error", "x"), fc.string())),
      (pairs) => {
        const verdict = judgeCallback(new URLSearchParams(pairs), { state, issuer, issAdvertised: false });
        expect(verdict.type).toBe("foreign");
      },
    ),
  );
});
