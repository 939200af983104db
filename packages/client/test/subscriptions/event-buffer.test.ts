// @req listen.demand, listen.buffer, listen.overflow, listen.dropped, listen.closed, listen.after-close
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EventBuffer } from "../../src/subscriptions/event-buffer.ts";
import type { Overflow, SubscriptionEvent } from "../../src/subscriptions/events.ts";

const event = (at: number) => ({ type: "notification", method: "m", params: { at } }) as const;
const complete = { type: "complete" } as const;

/** What comes out, as short words. */
function word({ done, value }: IteratorResult<SubscriptionEvent, undefined>): string {
  if (done === true || value === undefined) return "done";
  if (value.type === "notification") return String(value.params["at"]);
  return value.type === "dropped" ? `dropped ${value.count}` : value.type;
}

const take = async (buffer: EventBuffer, count: number): Promise<string[]> => {
  const words: string[] = [];
  for (let at = 0; at < count; at += 1) words.push(word(await buffer.next()));
  return words;
};

test("events are handed out in order, whether they wait or are waited for", async () => {
  const buffer = new EventBuffer(10, "drop_oldest");
  buffer.push(event(1));
  const first = buffer.next();
  const [second, third] = [buffer.next(), buffer.next()];
  buffer.push(event(2));
  buffer.push(event(3));
  expect([word(await first), word(await second), word(await third)]).toEqual(["1", "2", "3"]);
});

describe("when the buffer is full", () => {
  const filled = (overflow: Overflow, count: number, limit = 3) => {
    const buffer = new EventBuffer(limit, overflow);
    for (let at = 1; at <= count; at += 1) buffer.push(event(at));
    return buffer;
  };

  test("the oldest goes, and the count comes before the next event, in addition to it", async () => {
    expect(await take(filled("drop_oldest", 5), 4)).toEqual(["dropped 2", "3", "4", "5"]);
  });

  test("or the newest", async () => {
    expect(await take(filled("drop_newest", 5), 4)).toEqual(["dropped 2", "1", "2", "3"]);
  });

  test("exactly full drops nothing", async () => {
    expect(await take(filled("drop_oldest", 3), 3)).toEqual(["1", "2", "3"]);
  });

  test("each report counts since the last one", async () => {
    const buffer = filled("drop_oldest", 4);
    expect(await take(buffer, 2)).toEqual(["dropped 1", "2"]);
    for (const at of [5, 6, 7]) buffer.push(event(at));
    expect(await take(buffer, 4)).toEqual(["dropped 2", "5", "6", "7"]);
  });

  test("a buffer of one keeps one", async () => {
    expect(await take(filled("drop_oldest", 3, 1), 2)).toEqual(["dropped 2", "3"]);
    expect(await take(filled("drop_newest", 3, 1), 2)).toEqual(["dropped 2", "1"]);
  });
});

describe("the end", () => {
  test("comes after what waits, once, and then nothing", async () => {
    const buffer = new EventBuffer(2, "drop_oldest");
    for (const at of [1, 2, 3]) buffer.push(event(at));
    buffer.end(complete);
    buffer.push(event(4));
    buffer.end(complete);
    expect(await take(buffer, 6)).toEqual(["dropped 1", "2", "3", "closed", "done", "done"]);
  });

  test("reaches the first who waits; the others are done", async () => {
    const buffer = new EventBuffer(2, "drop_oldest");
    const waiting = [buffer.next(), buffer.next(), buffer.next()];
    buffer.end(complete);
    expect((await Promise.all(waiting)).map(word)).toEqual(["closed", "done", "done"]);
    expect(await take(buffer, 1)).toEqual(["done"]);
  });

  test("carries why", async () => {
    const buffer = new EventBuffer(2, "drop_oldest");
    buffer.end(complete);
    expect(await buffer.next()).toEqual({ done: false, value: { type: "closed", reason: complete } });
  });

  test("nothing is delivered once the owner is gone, not even what waits", async () => {
    const buffer = new EventBuffer(3, "drop_oldest");
    const waiting = new EventBuffer(3, "drop_oldest");
    buffer.push(event(1));
    const next = waiting.next();
    for (const each of [buffer, waiting]) {
      each.abandon();
      each.push(event(2));
      each.end(complete);
      expect(await take(each, 2)).toEqual(["done", "done"]);
    }
    expect(word(await next)).toBe("done");
  });
});

test("whatever happens in whatever order, nothing is lost silently, doubled or out of order", async () => {
  const commands = fc.array(fc.constantFrom<"push" | "next">("push", "next"), { maxLength: 200 });
  const overflows = fc.constantFrom<Overflow>("drop_oldest", "drop_newest");
  await fc.assert(
    fc.asyncProperty(commands, fc.integer({ min: 1, max: 5 }), overflows, async (steps, limit, overflow) => {
      const buffer = new EventBuffer(limit, overflow);
      const asked: Promise<IteratorResult<SubscriptionEvent, undefined>>[] = [];
      let pushed = 0;
      for (const step of steps) {
        if (step === "next") asked.push(buffer.next());
        else {
          pushed += 1;
          buffer.push(event(pushed));
        }
      }
      buffer.end(complete);
      let last = await buffer.next();
      asked.push(Promise.resolve(last));
      while (last.done !== true) {
        last = await buffer.next();
        asked.push(Promise.resolve(last));
      }
      const words = (await Promise.all(asked)).map(word);
      const delivered = words.filter((entry) => /^\d+$/.test(entry)).map(Number);
      const dropped = words.flatMap((entry) => /^dropped (\d+)$/.exec(entry)?.slice(1).map(Number) ?? []);
      expect(delivered).toEqual([...new Set(delivered)].sort((a, b) => a - b));
      expect(delivered.length + dropped.reduce((sum, count) => sum + count, 0)).toBe(pushed);
      expect(words.filter((entry) => entry === "closed")).toHaveLength(1);
      expect(words.indexOf("closed")).toBe(words.indexOf("done") - 1);
    }),
  );
});

test("a million events to an owner who takes none leave a hundred, in order", async () => {
  const buffer = new EventBuffer(100, "drop_oldest");
  for (let at = 1; at <= 1_000_000; at += 1) buffer.push(event(at));
  const words = await take(buffer, 101);
  expect([words[0], words[1], words.at(-1)]).toEqual(["dropped 999900", "999901", "1000000"]);
});
