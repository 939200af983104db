import type { FormElicitation } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { CANCELLED } from "../../src/interaction/asker.ts";
import { askForm } from "../../src/interaction/form.ts";
import { type Act, scriptedAsker } from "../support/scripted-asker.ts";

const form = (properties: unknown, required: readonly string[] = []): FormElicitation =>
  ({ message: "Tell me", requestedSchema: { type: "object", properties, required } }) as FormElicitation;

const ask = async (request: FormElicitation, acts: readonly Act[]) => {
  const asker = scriptedAsker(acts);
  return { result: await askForm(request, "srv", asker), seen: asker.seen };
};

const START = "Fill in";
const SEND = "Send";

describe("each kind of field", () => {
  test.each<[name: string, field: unknown, acts: readonly Act[], value: unknown]>([
    ["text", { type: "string" }, ["x"], "x"],
    ["text, left out", { type: "string" }, [""], undefined],
    ["text, too short at first", { type: "string", minLength: 2 }, ["x", "xy"], "xy"],
    ["text, too long at first", { type: "string", maxLength: 1 }, ["🚀🚀", "🚀"], "🚀"],
    ["text with a pattern", { type: "string", pattern: "^a+$" }, ["b", "aa"], "aa"],
    ["e-mail", { type: "string", format: "email" }, ["ada", "ada@example.com"], "ada@example.com"],
    [
      "URI",
      { type: "string", format: "uri" },
      ["example.com", "https://example.com/x"],
      "https://example.com/x",
    ],
    ["date", { type: "string", format: "date" }, ["2026-02-30", "yesterday", "2026-02-28"], "2026-02-28"],
    [
      "date and time",
      { type: "string", format: "date-time" },
      ["2026-07-28T09:30", "2026-02-30T00:00:00Z", "2026-07-28T09:30:00+02:00"],
      "2026-07-28T09:30:00+02:00",
    ],
    ["a format of tomorrow", { type: "string", format: "phone" }, ["anything"], "anything"],
    ["number", { type: "number" }, ["x", "1e400", "-1.5"], -1.5],
    ["number, left out", { type: "number" }, [""], undefined],
    ["integer", { type: "integer", minimum: 1, maximum: 3 }, ["1.5", "0", "4", "3"], 3],
    ["yes", { type: "boolean" }, ["Yes"], true],
    ["no", { type: "boolean" }, ["No"], false],
    ["neither", { type: "boolean" }, ["(leave out)"], undefined],
    ["one", { type: "string", enum: ["r", "g"] }, ["g"], "g"],
    ["one, with names", { type: "string", enum: ["r", "g"], enumNames: ["Red", "Green"] }, ["Green"], "g"],
    ["one, titled", { type: "string", oneOf: [{ const: "r", title: "Red" }] }, ["Red"], "r"],
    ["one, left out", { type: "string", enum: ["r"] }, ["(leave out)"], undefined],
    ["many", { type: "array", items: { type: "string", enum: ["a", "b", "c"] } }, [["a", "c"]], ["a", "c"]],
    [
      "many, titled",
      { type: "array", items: { anyOf: [{ const: "a", title: "Alpha" }] } },
      [["Alpha"]],
      ["a"],
    ],
    ["many, none", { type: "array", items: { enum: ["a"] } }, [[]], undefined],
    [
      "many, bounded",
      { type: "array", minItems: 2, maxItems: 2, items: { enum: ["a", "b", "c"] } },
      [["a"], ["a", "b", "c"], ["b", "c"]],
      ["b", "c"],
    ],
  ])("%s", async (_name, field, acts, value) => {
    const { result } = await ask(form({ f: field }), [START, ...acts, SEND]);
    expect(result).toEqual({ action: "accept", content: value === undefined ? {} : { f: value } });
  });

  test.each<[field: unknown, question: string]>([
    [{ type: "string", default: "x" }, "? f (optional) (x)"],
    [{ type: "number", default: 0 }, "? f (optional) (0)"],
    [{ type: "boolean", default: false }, "? f (optional) [Yes|*No|(leave out)]"],
    [{ type: "boolean" }, "? f (optional) [Yes|No|*(leave out)]"],
    [{ type: "string", enum: ["a", "b"], default: "b" }, "? f (optional) [a|*b|(leave out)]"],
    [{ type: "string", enum: ["a", "b"], default: "z" }, "? f (optional) [a|b|*(leave out)]"],
    [{ type: "array", items: { enum: ["a", "b"] }, default: ["b", "z"] }, "? f (optional) {a|b} b"],
    [{ type: "string", default: 7 }, "? f (optional)"],
  ])("the default of %j is there to be taken", async (field, question) => {
    const { seen } = await ask(form({ f: field }), [START, CANCELLED]);
    expect(seen.at(-1)).toBe(question);
  });

  test("what is wrong is said, and asked again", async () => {
    const fields = {
      n: { type: "string", title: "Name" },
      a: { type: "integer", title: "Age", description: "in years" },
    };
    const { seen } = await ask(form(fields, ["n"]), [START, "", "Ada", "x", "36", SEND]);
    expect(seen).toEqual([
      "srv asks: Tell me\n\n· Name\n· Age (optional)",
      "? Answer? [Fill in|Decline|Cancel]",
      "? Name",
      "! An answer is needed.",
      "? Name",
      "? Age (optional) - in years",
      "! A number.",
      "? Age (optional) - in years",
      "Your answers: Name: Ada\nAge: 36",
      "? Send them to srv? [Send|Change|Decline|Cancel]",
    ]);
  });
});

test("nothing of a form moves the cursor or hides what is read: defaults, values and patterns neither", async () => {
  const evil = "\u001b[2J\u001b]0;owned\u0007\u009b31m\u202e";
  const fields = {
    [`n${evil}`]: { type: "string", default: `text${evil}`, title: evil, description: evil },
    p: { type: "string", pattern: `^a${evil}$` },
    c: { type: "string", enum: [`one${evil}`, "two"], default: `one${evil}` },
    m: { type: "array", items: { enum: [`some${evil}`] } },
  };
  const acts = [START, "typed", "b", "", "one", ["some"], SEND];
  const { result, seen } = await ask(form(fields), acts);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
  expect(seen.join("\n")).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(seen).toContain("?  (optional) -  (text)");
  expect(result).toMatchObject({ content: { c: `one${evil}`, m: [`some${evil}`] } });
});

describe("a user can", () => {
  const one = form({ f: { type: "string" } });

  test.each<[what: string, acts: readonly Act[], action: string]>([
    ["decline at once", ["Decline"], "decline"],
    ["cancel at once", ["Cancel"], "cancel"],
    ["press Escape at once", [CANCELLED], "cancel"],
    ["press Escape on the way", [START, CANCELLED], "cancel"],
    ["decline at the end", [START, "x", "Decline"], "decline"],
    ["cancel at the end", [START, "x", "Cancel"], "cancel"],
  ])("%s", async (_what, acts, action) => {
    expect((await ask(one, acts)).result).toEqual({ action });
  });

  test("change answers, which are there as they were", async () => {
    const fields = {
      s: { type: "string" },
      b: { type: "boolean" },
      m: { type: "array", items: { enum: ["a", "b"] } },
    };
    const { result, seen } = await ask(form(fields), [
      START,
      "x",
      "Yes",
      ["a"],
      "Change",
      "y",
      "Yes",
      ["b"],
      SEND,
    ]);
    expect(result).toEqual({ action: "accept", content: { s: "y", b: true, m: ["b"] } });
    expect(seen).toContain("? s (optional) (x)");
    expect(seen).toContain("? b (optional) [*Yes|No|(leave out)]");
    expect(seen).toContain("? m (optional) {a|b} a");
  });

  test("accept a form without fields with one answer", async () => {
    const { result, seen } = await ask(form({}), ["Accept"]);
    expect(result).toEqual({ action: "accept", content: {} });
    expect(seen.at(-1)).toBe("? Accept? [Accept|Decline|Cancel]");
  });
});

test("a form with a field that none may have is declined, and the user is told", async () => {
  const { result, seen } = await ask(form({ deep: { type: "object" } }), []);
  expect(result).toEqual({ action: "decline" });
  expect(seen.at(-1)).toBe('Declined: "deep" is of a kind that forms of MCP do not have.');
});

test("what a server writes moves nothing on the terminal", async () => {
  const evil = form({ f: { type: "string", title: "\u001b[2JName\n\n", description: "a\u202eb" } });
  const { seen } = await ask({ ...evil, message: "Hi\u001b]0;x\u0007" }, [START, CANCELLED]);
  expect(seen.join("\n")).toBe(
    "srv asks: Hi\n\n· Name (optional)\n? Answer? [Fill in|Decline|Cancel]\n? Name (optional) - ab",
  );
});

test("fields may be called anything", async () => {
  const properties = Object.fromEntries([
    ["__proto__", { type: "string" }],
    ["toString", { type: "string" }],
  ]);
  const { result } = await ask(form(properties), [START, "a", "b", SEND]);
  expect(Object.entries(result.content ?? {})).toEqual([
    ["__proto__", "a"],
    ["toString", "b"],
  ]);
});
