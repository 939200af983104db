import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nearest } from "../../src/text/nearest.ts";
import { quotedBehind } from "../../src/text/quote-words.ts";
import { splitWords } from "../../src/text/split-words.ts";

describe("the nearest name", () => {
  const names = ["get-sum", "echo", "search_issues", "list-pull-requests"];

  test.each([
    ["ech", "echo"],
    ["ehco", "echo"],
    ["getsum", "get-sum"],
    ["get_sum", "get-sum"],
    ["sum", "get-sum"],
    ["SEARCH-ISSUES", "search_issues"],
    ["list-pull-reqests", "list-pull-requests"],
    ["zzz", undefined],
    ["", undefined],
    ["delete-repository", undefined],
  ])("%j was meant as %j", (word, found) => {
    expect(nearest(word, names)).toBe(found);
  });

  test("is the name itself when it is there", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 }), (all) => {
        for (const name of all) expect(nearest(name, all)).toBe(name);
      }),
    );
  });
});

describe("a line of the REPL", () => {
  test.each([
    ["", [], false, undefined],
    ["call echo a=1", ["call", "echo", "a=1"], true, undefined],
    ["  call\techo  ", ["call", "echo"], false, undefined],
    [`say 'two words' "and \\"more\\""`, ["say", "two words", 'and "more"'], true, undefined],
    ["a\\ b", ["a b"], true, undefined],
    [`json='{"a": "\\n"}'`, ['json={"a": "\\n"}'], true, undefined],
    [`path="C:\\temp"`, ["path=C:\\temp"], true, undefined],
    ["''", [""], true, undefined],
    ["call 'open", ["call", "open"], true, "'"],
    ['call "open', ["call", "open"], true, '"'],
  ])("%j", (line, words, open, quote) => {
    expect(splitWords(line)).toMatchObject({ words, open, quote });
  });

  test.each([
    ["call 'open", 0],
    ['call status="in pr', 7],
    [`a="b" c`, 0],
  ])("%j: how much is in front of an open quote", (line, before) => {
    expect(splitWords(line)).toMatchObject({ before });
  });

  test.each([undefined, "'", '"'])("gives back what is written behind %j", (quote) => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (text) => {
        const written = quotedBehind(text, quote);
        fc.pre(written !== undefined);
        expect(splitWords(`${quote ?? ""}${written}${quote ?? ""}`).words).toEqual([text]);
      }),
    );
  });

  test("gives back what was quoted for it", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        const line = words.map((word) => `'${word.replaceAll("'", `'"'"'`)}'`).join(" ");
        expect(splitWords(line)).toMatchObject({ words, quote: undefined });
      }),
    );
  });
});
