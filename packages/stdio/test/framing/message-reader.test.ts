import type { Diagnostic } from "@snodo/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reporter } from "../../src/diagnostics.ts";
import { LineSplitter } from "../../src/framing/line-splitter.ts";
import { MessageReader } from "../../src/framing/message-reader.ts";

function reading(limit = 1000, deliver?: (message: unknown) => void) {
  const messages: unknown[] = [];
  const diagnostics: Diagnostic[] = [];
  const report = reporter({ report: (diagnostic) => diagnostics.push(diagnostic) }, "the server");
  const reader = new MessageReader(limit, deliver ?? ((message) => messages.push(message)), report);
  return { messages, diagnostics, splitter: new LineSplitter(limit, reader) };
}

function read(...chunks: (string | readonly number[])[]) {
  const { messages, diagnostics, splitter } = reading();
  for (const chunk of chunks)
    splitter.push(typeof chunk === "string" ? Buffer.from(chunk) : Buffer.from(chunk));
  return { messages, codes: diagnostics.map(({ code }) => code), diagnostics };
}

test("any JSON survives any cut of its bytes, and noise around it is reported once a line", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.jsonValue(), fc.string({ unit: "binary" })), { maxLength: 6 }),
      fc.array(fc.nat(), { maxLength: 20 }),
      (values, places) => {
        const { messages, diagnostics, splitter } = reading(1_000_000);
        const text = values.map((value) => `${JSON.stringify(value)}\nnot json\n`).join("");
        const bytes = Buffer.from(text);
        const cuts = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
        for (const [index, start] of [0, ...cuts].entries()) {
          splitter.push(bytes.subarray(start, cuts[index] ?? bytes.length));
        }
        expect(messages).toEqual(values.map((value) => JSON.parse(JSON.stringify(value))));
        expect(diagnostics.map(({ code }) => code)).toEqual(values.map(() => "stdout_noise"));
      },
    ),
  );
});

describe("a byte order mark", () => {
  test("before a message is dropped, also in pieces and before CRLF", () => {
    expect(read([0xef], [0xbb, 0xbf], '{"a":1}\r\n', "\ufeff[2]\n").messages).toEqual([{ a: 1 }, [2]]);
  });

  test("inside a string stays", () => {
    expect(read('{"a":"x\ufeffy"}\n').messages).toEqual([{ a: "x\ufeffy" }]);
  });
});

describe("bytes that are no UTF-8", () => {
  test("cost their line, with one diagnostic", () => {
    const { messages, codes } = read([0xff, 0xfe, 0x0a], '{"a":1}\n', [0x22, 0xc3, 0x22, 0x0a], "[]\n");
    expect(messages).toEqual([{ a: 1 }, []]);
    expect(codes).toEqual(["stdout_invalid_utf8", "stdout_invalid_utf8"]);
  });

  test("are not confused with the replacement character in a message", () => {
    const { messages, codes } = read('{"a":"\ufffd"}\n');
    expect(messages).toEqual([{ a: "\ufffd" }]);
    expect(codes).toEqual([]);
  });
});

describe("a line that is no message", () => {
  test("is quoted, clipped and on one line", () => {
    const { diagnostics, messages } = read(`> build \u001b[31m${"x".repeat(900)}\n`, '{"a":1}\n');
    expect(messages).toEqual([{ a: 1 }]);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({ level: "warning", code: "stdout_noise", server: "the server" });
    expect(diagnostics[0]?.message).toMatch(
      /^the server wrote a line that is no message to stdout \(logs belong on stderr\); skipped: > build {1,2}\[31mx+… \(\d+ characters\)$/,
    );
    expect(diagnostics[0]?.message.length).toBeLessThan(320);
  });

  test("is a warning ten times, and told quietly from then on", () => {
    const { diagnostics } = read("a log line\n".repeat(12));
    expect(diagnostics.map(({ level }) => level)).toEqual([
      ...Array.from({ length: 10 }, () => "warning"),
      "debug",
      "debug",
    ]);
    expect(diagnostics[9]?.message).toBe(
      "the server wrote a line that is no message to stdout (logs belong on stderr); skipped: a log line; more of " +
        "these are told at level debug",
    );
    expect(diagnostics[10]?.message).toMatch(/a log line$/);
  });

  test("goes unmentioned when it is blank", () => {
    expect(read("\n", "\r\n", "  \t\r\n", "\ufeff\n")).toMatchObject({ messages: [], codes: [] });
  });
});

test("a line over the limit is reported with the option to raise", () => {
  const { diagnostics, messages, splitter } = reading(20);
  splitter.push(Buffer.from(`${"x".repeat(21)}\n[1]\n`));
  expect(messages).toEqual([[1]]);
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]?.code).toBe("stdout_line_too_long");
  expect(diagnostics[0]?.message).toMatch(
    /more than maxLineBytes \(20\) .* discarded, .* time out\. Raise maxLineBytes/,
  );
});

test("what throws on delivery is reported, and the next message is delivered", () => {
  const seen: unknown[] = [];
  const broken = new Error("broken");
  const { diagnostics, splitter } = reading(100, (message) => {
    if (message === 1) throw broken;
    seen.push(message);
  });
  splitter.push(Buffer.from("1\n2\n"));
  expect(seen).toEqual([2]);
  expect(diagnostics).toMatchObject([{ code: "delivery_failed", cause: broken }]);
});

test("a diagnostics sink that throws breaks nothing", () => {
  const report = reporter(
    {
      report() {
        throw new Error("no");
      },
    },
    "the server",
  );
  const messages: unknown[] = [];
  const splitter = new LineSplitter(100, new MessageReader(100, (message) => messages.push(message), report));
  splitter.push(Buffer.from("noise\n1\n"));
  expect(messages).toEqual([1]);
});
