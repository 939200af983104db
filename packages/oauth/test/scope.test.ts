import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseScopes, coversScopes, scopesOf, unionOf } from "../src/scope.ts";

// @req oauth.scope
describe("chooseScopes", () => {
  test.each([
    [
      "the challenge before what the resource lists",
      { challenged: ["a"], resourceScopes: ["b", "c"] },
      ["a"],
    ],
    [
      "what the resource lists without a challenge",
      { challenged: [], resourceScopes: ["b", "c"] },
      ["b", "c"],
    ],
    ["nothing when neither says anything", {}, []],
    [
      "what is configured before all else",
      { override: ["x"], challenged: ["a"], resourceScopes: ["b"] },
      ["x"],
    ],
    ["what is configured to be added", { challenged: ["a"], add: ["z"] }, ["a", "z"]],
    ["what was asked for before, too", { challenged: ["b"], earlier: ["a"] }, ["a", "b"]],
    ["offline_access beside another scope", { challenged: ["a"], offline: true }, ["a", "offline_access"]],
    ["no offline_access alone", { offline: true }, []],
  ])("%s", (_name, inputs, scopes) => {
    expect(chooseScopes(inputs)).toEqual(scopes);
  });
});

test("a list has each scope once, in order, whatever the spaces", () => {
  expect(scopesOf("  b a\tb  c ")).toEqual(["b", "a", "c"]);
  expect(scopesOf(undefined)).toEqual([]);
});

test("a union covers each of its parts", () => {
  const scopes = fc.array(fc.stringMatching(/^[a-z:]{1,6}$/));
  fc.assert(
    fc.property(scopes, scopes, (left, right) => {
      const union = unionOf(left, right);
      expect(coversScopes(union, left) && coversScopes(union, right)).toBe(true);
      expect(new Set(union).size).toBe(union.length);
    }),
  );
});
