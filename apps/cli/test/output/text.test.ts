import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { activityText } from "../../src/output/activity.ts";
import { jsonText } from "../../src/output/json-document.ts";
import { clip, widthOf } from "../../src/output/layout.ts";
import { logLine } from "../../src/output/log-line.ts";
import { safeLine, safeText } from "../../src/output/safe-text.ts";
import { saySize } from "../../src/output/save-files.ts";
import { styleWith, usesColour } from "../../src/output/style.ts";
import { table } from "../../src/output/table.ts";

const plain = styleWith(false);

describe("text of a server", () => {
  test("cannot move the cursor, colour, ring, or reorder what is read", () => {
    expect(safeText("a\u001b[2Jb\u001b]0;title\u0007c\u0008\u009b1md")).toBe("abcd");
    expect(safeText("moc.\u202eexample\u200f\ufeff")).toBe("moc.example");
    expect(safeText("exam\u200bple\u00ad.\u061ccom\u180e")).toBe("example.com");
    expect(safeText("a\r\nb\tc\n")).toBe("a\nb\tc\n");
    expect(safeLine("  a\n\n b\tc ")).toBe("a b c");
  });

  test("has no control characters left, whatever it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
        expect(safeText(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
      }),
    );
  });

  test("as JSON is JSON, and safe to show, too", () => {
    const value = { a: "\u009b31m\u2028\u007f", b: [1, null] };
    expect(jsonText(value, 0)).toBe('{"a":"\\u009b31m\\u2028\\u007f","b":[1,null]}');
    fc.assert(
      fc.property(fc.jsonValue(), (any) => {
        expect(JSON.parse(jsonText(any, 2))).toEqual(JSON.parse(JSON.stringify(any)));
      }),
    );
  });
});

describe("a table", () => {
  const rows = (texts: readonly (readonly string[])[]) => texts.map((row) => row.map((text) => ({ text })));

  test("sets columns, and wraps the last", () => {
    const text = table(
      rows([
        ["echo", "Says what it is told, and then says it all again"],
        ["sum", "Adds"],
      ]),
      34,
    );
    expect(text.split("\n")).toEqual([
      "echo  Says what it is told, and",
      "      then says it all again",
      "sum   Adds",
    ]);
  });

  test("goes below where the terminal is narrow", () => {
    const text = table(
      rows([
        ["a-rather-long-name", "What it does"],
        ["b", "Another"],
      ]),
      24,
    );
    expect(text.split("\n")).toEqual(["a-rather-long-name", "  What it does", "b", "  Another"]);
  });

  test("counts wide letters and emoji as two", () => {
    const text = table(
      rows([
        ["検索", "探す"],
        ["go🚀", "starts"],
      ]),
      60,
    );
    expect(text.split("\n")).toEqual(["検索  探す", "go🚀  starts"]);
  });

  test("leaves out empty columns, and keeps a margin", () => {
    expect(table(rows([["a", "", "b"]]), 60, 2)).toBe("  a  b");
    expect(table([], 60)).toBe("");
  });

  test("no line is wider than the terminal, unless a word is", () => {
    const word = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 8 })
      .filter((each) => !/\s/.test(each));
    const cell = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell, cell), { maxLength: 5 }),
        fc.integer({ min: 20, max: 120 }),
        (cells, width) => {
          for (const line of table(rows(cells), width).split("\n"))
            expect(widthOf(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });

  test("paints what is there, after it is in place", () => {
    const cells = [[{ text: "a", paint: (line: string) => `<${line}>` }, { text: "b" }]];
    expect(table(cells, 60)).toBe("<a>  b");
  });
});

describe("the line of a call that takes long", () => {
  const token = { progressToken: 1 };

  test("has a bar where the end is known", () => {
    const progress = { ...token, progress: 5, total: 10, message: "halfway\nthere" };
    expect(activityText("call", progress, 12_400, 80, plain)).toBe(
      "████████████░░░░░░░░░░░░  50 %  halfway there  12 s",
    );
  });

  test.each([
    [undefined, "call  3 s"],
    [{ ...token, progress: 7 }, "7  call  3 s"],
    [{ ...token, progress: 7, total: 0 }, "7  call  3 s"],
  ])("%j", (progress, text) => {
    expect(activityText("call", progress, 3_000, 80, plain)).toBe(text);
  });

  test("never takes more than its line, whatever the server reports", () => {
    fc.assert(
      fc.property(
        fc.double(),
        fc.double(),
        fc.string(),
        fc.integer({ min: 8, max: 120 }),
        (progress, total, message, width) => {
          const line = activityText("call", { ...token, progress, total, message }, 1_000, width, plain);
          expect(widthOf(line)).toBeLessThanOrEqual(width);
          expect(line).not.toContain("\n");
        },
      ),
    );
  });
});

test("a line that is cut says so, and wide letters are not halved", () => {
  expect(clip("abcdef", 6)).toBe("abcdef");
  expect(clip("abcdefg", 6)).toBe("abcde…");
  expect(clip("検索検索", 6)).toBe("検索…");
});

test("log messages are a line with their level and logger", () => {
  expect(logLine({ level: "info", data: "started" }, plain)).toBe("info started");
  expect(logLine({ level: "error", logger: "db", data: { code: 1 } }, plain)).toBe('error db: {"code":1}');
});

test.each([
  [0, "0 bytes"],
  [1023, "1023 bytes"],
  [1024, "1.0 KiB"],
  [20_480, "20 KiB"],
  [5_242_880, "5.0 MiB"],
])("%d bytes are said as %s", (bytes, text) => {
  expect(saySize(bytes)).toBe(text);
});

test.each([
  [{ isTTY: true, env: {} }, true],
  [{ isTTY: false, env: {} }, false],
  [{ isTTY: true, env: { NO_COLOR: "1" } }, false],
  [{ isTTY: true, env: { NO_COLOR: "" } }, true],
  [{ isTTY: true, env: { TERM: "dumb" } }, false],
  [{ isTTY: false, env: { FORCE_COLOR: "1" } }, true],
  [{ isTTY: true, env: { FORCE_COLOR: "0" } }, false],
  [{ isTTY: false, env: { FORCE_COLOR: "1", NO_COLOR: "1" } }, false],
])("%j decides about colours", (colours, expected) => {
  expect(usesColour(colours)).toBe(expected);
});
