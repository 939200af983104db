import { describe, expect, test } from "vitest";
import { readDuration, sayDuration } from "../../src/command-line/duration.ts";
import { parseCommandLine } from "../../src/command-line/parse.ts";

describe("a command line", () => {
  test("is words, options and the command of a server", () => {
    const { words, options, server } = parseCommandLine([
      "call",
      "-H",
      "A: 1",
      "srv",
      "--header=B: 2",
      "tool",
      "a=1",
      "--",
      "npx",
      "-y",
      "--json",
    ]);
    expect(words).toEqual(["call", "srv", "tool", "a=1"]);
    expect(options.values("header")).toEqual(["A: 1", "B: 2"]);
    expect(server).toEqual(["npx", "-y", "--json"]);
    expect(options.has("json")).toBe(false);
  });

  test("keeps values as they are typed, numbers and dashes included", () => {
    const { words, options } = parseCommandLine(["call", "s", "t", "-", "--account", "007", "--trace", "-"]);
    expect(words).toEqual(["call", "s", "t", "-"]);
    expect(options.value("account")).toBe("007");
    expect(options.value("trace")).toBe("-");
  });

  test.each([
    [["--json", '{"a":1}'], '{"a":1}', ["call"]],
    [['--json={"a":1}'], '{"a":1}', ["call"]],
    [["--json", "a=1"], undefined, ["call", "a=1"]],
    [["--json"], undefined, ["call"]],
  ])("%j: --json is a switch, and gives arguments before an object", (args, json, words) => {
    const line = parseCommandLine(["call", ...args]);
    expect(line.options.has("json")).toBe(true);
    expect(line.options.jsonArguments).toBe(json);
    expect(line.words).toEqual(words);
  });

  test.each([
    [["--hedaer", "x"], "There is no option --hedaer.", "Did you mean --header?"],
    [["--frobnicate"], "There is no option --frobnicate.", "`snodo help` lists the options."],
    [["-x"], "There is no option -x.", "`snodo help` lists the options."],
    [
      ["tools", "npx", "-y", "some-server"],
      "There is no option -y.",
      "The command of a server goes after --, as in: snodo tools -- npx -y …",
    ],
    [["tools", "http://a.b/c", "-x"], "There is no option -x.", "`snodo help` lists the options."],
    [["tools", "-x", "--", "npx"], "There is no option -x.", "`snodo help` lists the options."],
    [["--timeout"], "--timeout needs a value.", "Write --timeout TIME."],
    [["--cache=yes"], '--cache takes no value, and got "yes".', undefined],
  ])("%j is refused", (args, message, hint) => {
    expect(() => parseCommandLine(args)).toThrow(expect.objectContaining({ message, hint, exit: 2 }));
  });
});

describe("a duration", () => {
  test.each([
    ["500ms", 500],
    ["10s", 10_000],
    ["2m", 120_000],
    ["1h", 3_600_000],
    ["1.5", 1_500],
    [".5s", 500],
    ["0", 0],
  ])("%s is %d milliseconds", (text, milliseconds) => {
    expect(readDuration("timeout", text)).toBe(milliseconds);
  });

  test.each(["", "soon", "-1", "2x", "1e3", "5 d"])("%j is none", (text) => {
    expect(() => readDuration("timeout", text)).toThrow(`--timeout "${text}" is no duration.`);
  });

  test.each([
    [1, "1 ms"],
    [999, "999 ms"],
    [1_000, "1 s"],
    [1_500, "1.5 s"],
    [59_000, "59 s"],
    [61_000, "1 min 1 s"],
  ])("%d ms are said as %s", (milliseconds, text) => {
    expect(sayDuration(milliseconds)).toBe(text);
  });
});
