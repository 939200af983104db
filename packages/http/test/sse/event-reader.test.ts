import fc from "fast-check";
import { expect, test } from "vitest";
import { type EventLimits, EventReader } from "../../src/sse/event-reader.ts";

type Told = readonly [data: string, event: string | undefined, id: string | undefined] | string;

function reader(limits: EventLimits = { event: 1000 }, onTooLarge: "skip" | "stop" = "stop") {
  const told: Told[] = [];
  const events = new EventReader(limits, {
    event: (data, event, id) => void told.push([data, event, id]),
    retry: (milliseconds) => void told.push(`retry ${milliseconds}`),
    tooLarge: () => {
      told.push("too large");
      return onTooLarge;
    },
  });
  return { told, feed: (text: string) => events.data(new TextEncoder().encode(text)), events };
}

test.each(["\n", "\r\n", "\r"])(
  "line ends of %j, with comments, ids, types and several data lines",
  (eol) => {
    const { told, feed } = reader();
    feed(
      [
        ": hello",
        "id: 1",
        "event: message",
        "data: a",
        "data: b",
        "",
        "data:c",
        "",
        "retry: 50",
        "id: 2",
        "data",
        "",
        "",
      ].join(eol),
    );
    expect(told).toEqual([
      ["a\nb", "message", "1"],
      ["c", undefined, undefined],
      "retry 50",
      ["", undefined, "2"],
    ]);
  },
);

test("an event that ends with a single CR is told without waiting for the next byte", () => {
  const { told, feed } = reader();
  feed("data: a\r\r");
  expect(told).toEqual([["a", undefined, undefined]]);
});

test("a CRLF that is cut in two is one line end", () => {
  const { told, feed } = reader();
  for (const part of ["data: a\r", "\ndata: b\r", "\n\r", "\n"]) feed(part);
  expect(told).toEqual([["a\nb", undefined, undefined]]);
});

test("a byte order mark at the start is dropped", () => {
  const { told, events } = reader();
  events.data(new Uint8Array([0xef, 0xbb, 0xbf]));
  events.data(new TextEncoder().encode("data: a\n\n"));
  expect(told).toEqual([["a", undefined, undefined]]);
});

test("an event the stream ends in the middle of is discarded", () => {
  const { told, feed, events } = reader();
  feed('data: {"a":1}\n');
  events.end();
  feed("\n");
  expect(told).toEqual([]);
});

test("a bad retry and unknown fields are ignored", () => {
  const { told, feed } = reader();
  feed("retry: soon\nretry: -1\nfoo: bar\nnonsense\ndata: a\n\n");
  expect(told).toEqual([["a", undefined, undefined]]);
});

test("an id with NUL is ignored", () => {
  const { told, feed } = reader();
  feed("id: a\0b\ndata: x\n\n");
  expect(told).toEqual([["x", undefined, undefined]]);
});

test("an event as long as the limit is told, a longer one is too large", () => {
  const { told, feed } = reader({ event: 5 });
  feed("data: 12345\n\ndata: 123456\n\ndata: after\n\n");
  expect(told).toEqual([["12345", undefined, undefined], "too large"]);
});

test("the rest goes on after an event that is too large, when that is wanted", () => {
  const { told, feed } = reader({ event: 5 }, "skip");
  feed("data: 123456\n\ndata: b\n\n");
  feed(`data: ${"x".repeat(20_000)}`);
  feed("xxx\n\ndata: c\n\n");
  expect(told).toEqual(["too large", ["b", undefined, undefined], "too large", ["c", undefined, undefined]]);
});

test("of an event that is too large nothing is told, however many lines follow and however they are cut", () => {
  const text = "data: 123456\ndata: b\nid: 9\nevent: x\nretry: 5\n\ndata: c\n\n";
  for (let at = 0; at <= text.length; at += 1) {
    const { told, feed } = reader({ event: 5 }, "skip");
    feed(text.slice(0, at));
    feed(text.slice(at));
    expect(told).toEqual(["too large", ["c", undefined, undefined]]);
  }
});

test("a line without end is passed over as a whole, when that is wanted", () => {
  const { told, feed } = reader({ event: 5 }, "skip");
  for (let count = 0; count < 10; count += 1) feed("data: ".padEnd(1000, "x"));
  feed("\ndata: still\n");
  feed("\n");
  feed("data: c\n\n");
  expect(told).toEqual(["too large", ["c", undefined, undefined]]);
});

test("a line without end is refused while it arrives", () => {
  const { told, feed } = reader({ event: 100 });
  for (let count = 0; count < 10; count += 1) feed("x".repeat(1000));
  expect(told).toEqual(["too large"]);
});

test("the limit of a stream counts every byte, comments included", () => {
  const { told, feed } = reader({ event: 1000, stream: 11 });
  feed("data: a\n\n");
  feed(":\n");
  feed(":");
  feed("data: b\n\n");
  expect(told).toEqual([["a", undefined, undefined], "too large"]);
});

test("however a stream is cut, its events are the same", () => {
  const line = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 8 }).map((text) => `data: ${text.replace(/[\r\n]/g, "")}`),
    fc.constantFrom(
      "event: message",
      "event: ping",
      "id: 5",
      "id:",
      ":c",
      "retry: 9",
      "data",
      "",
      "",
      "x: y",
    ),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 30 }),
      fc.array(fc.nat({ max: 300 }), { maxLength: 20 }),
      (lines, cuts) => {
        // A CR that is followed by an empty line's LF would be read as one CRLF, so the text is what counts.
        const bytes = new TextEncoder().encode(lines.map(([text, eol]) => text + eol).join(""));
        const whole = reader();
        whole.events.data(bytes);
        const cut = reader();
        const at = [...new Set(cuts.filter((position) => position < bytes.length))].sort((a, b) => a - b);
        for (const [index, from] of [0, ...at].entries())
          cut.events.data(bytes.slice(from, at[index] ?? bytes.length));
        expect(cut.told).toEqual(whole.told);
      },
    ),
    { numRuns: 500 },
  );
});

test("noise never throws", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 20 }), (chunks) => {
      const { events } = reader({ event: 20 });
      for (const chunk of chunks) events.data(chunk);
      events.end();
    }),
  );
});
