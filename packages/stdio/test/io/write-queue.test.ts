import { describe, expect, test } from "vitest";
import { WriteQueue } from "../../src/io/write-queue.ts";
import type { ByteSink } from "../../src/process/spawned-process.ts";
import { rejection } from "../support/open.ts";

/**
 * A pipe that takes `room` writes at once and is then full until `drain()`. One that is `open` says how much it has not
 * taken, as a Node `Writable` does.
 */
function fakeSinkOf(open: boolean, room = Number.POSITIVE_INFINITY) {
  const writes: string[] = [];
  const untaken: ((error?: Error) => void)[] = [];
  let left = room;
  let empty = 0;
  let ended = false;
  const sink: ByteSink = {
    get writableLength() {
      return open ? Number(left <= 0) : undefined;
    },
    write(text, written) {
      if (text === "") empty += 1;
      else {
        writes.push(text);
        left -= 1;
      }
      if (written === undefined) return;
      if (left > 0) process.nextTick(written);
      else untaken.push(written);
    },
    end() {
      ended = true;
    },
    destroy() {},
    on() {},
  };
  return {
    sink,
    /** How many writes had nothing in them. */
    get empty() {
      return empty;
    },
    /** The messages of each write. */
    get writes() {
      return writes.map((text) =>
        text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line)),
      );
    },
    /** Lets the last write be taken, and so many more. */
    drain(more: number) {
      left = more;
      for (const written of untaken.splice(0)) written();
    },
    fail(error: Error) {
      for (const written of untaken.splice(0)) written(error);
    },
    get ended() {
      return ended;
    },
  };
}

const request = (id: number) => ({ jsonrpc: "2.0" as const, id, method: "m" });
const note = (n: number) => ({ jsonrpc: "2.0" as const, method: "n", params: { n } });
const answer = (id: number) => ({ jsonrpc: "2.0" as const, id, result: {} });
const cancelled = (requestId: number) => ({
  jsonrpc: "2.0" as const,
  method: "notifications/cancelled",
  params: { requestId },
});
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const closed = new Error("closed");

describe.each([
  ["a pipe that calls back", false],
  ["a pipe that says what it has not taken", true],
])("over %s,", (_what, open) => {
  const fakeSink = (room?: number) => fakeSinkOf(open, room);

  describe("messages", () => {
    test("sent together go out in one write, in order, also those that promises set off", async () => {
      const pipe = fakeSink();
      const queue = new WriteQueue(pipe.sink, "linux");
      const settled = Promise.resolve();
      void settled.then(() => void queue.send(request(1)));
      void settled.then(() => void queue.send(note(3)));
      void settled.then(() => void queue.send(request(2)));
      await settled;
      expect(pipe.writes).toEqual([]);
      await tick();
      expect(pipe.writes).toEqual([[request(1), note(3), request(2)]]);
      void queue.send(request(4));
      await tick();
      expect(pipe.writes).toHaveLength(2);
    });

    test("that are large do not wait for the end of the tick, so that those after them can be taken back", async () => {
      const pipe = fakeSink();
      const queue = new WriteQueue(pipe.sink, "linux");
      void queue.send(request(1));
      void queue.send({ ...request(2), params: { text: "x".repeat(100_000) } });
      void queue.send(request(3));
      // A pipe that has taken the first write has room for the next.
      expect([pipe.writes.length, queue.holds(3)]).toEqual([1, !open]);
      await tick();
      expect(pipe.writes.slice(1)).toEqual([[request(3)]]);
    });

    test("are one line each, whatever is in them", async () => {
      const pipe = fakeSink();
      const queue = new WriteQueue(pipe.sink, "linux");
      const message = { ...request(1), params: { text: "a\nb\r\u2028\ud800😀" } };
      void queue.send(message);
      await tick();
      expect(pipe.writes).toEqual([[message]]);
    });

    test("that are no JSON are refused and hold up nothing", async () => {
      const pipe = fakeSink();
      const queue = new WriteQueue(pipe.sink, "linux");
      expect(() => queue.send({ ...request(1), params: { big: 1n } })).toThrow(
        new TypeError("m cannot be written as JSON: Do not know how to serialize a BigInt"),
      );
      void queue.send(request(2));
      await tick();
      expect(pipe.writes).toEqual([[request(2)]]);
    });
  });

  describe("while the pipe is full", () => {
    async function full() {
      const pipe = fakeSink(1);
      const queue = new WriteQueue(pipe.sink, "linux");
      void queue.send(request(1));
      await tick();
      return { pipe, queue };
    }

    test("messages wait, and go on in order as it drains", async () => {
      const { pipe, queue } = await full();
      expect(queue.send(request(2))).toBeUndefined();
      const taken = queue.send(note(3));
      void queue.send(request(4));
      let settled = false;
      void Promise.resolve(taken).then(() => {
        settled = true;
      });
      await tick();
      expect([pipe.writes.length, settled]).toEqual([1, false]);
      expect([1, 2, 4].map((id) => queue.holds(id))).toEqual([false, true, true]);
      pipe.drain(1);
      expect(pipe.writes.slice(1)).toEqual([[request(2), note(3), request(4)]]);
      await tick();
      expect([settled, queue.holds(4)]).toEqual([true, false]);
      void queue.send(request(5));
      pipe.drain(9);
      await tick();
      expect(pipe.writes.slice(2)).toEqual([[request(5)]]);
    });

    test("a batch is bounded, so that what waits longer can still be taken back", async () => {
      const { pipe, queue } = await full();
      for (let id = 2; id < 12; id += 1)
        void queue.send({ ...request(id), params: { text: "x".repeat(30_000) } });
      pipe.drain(1);
      expect(pipe.writes.slice(1).map((batch) => batch.map(({ id }) => id))).toEqual([[2, 3, 4]]);
      expect([4, 5, 11].map((id) => queue.holds(id))).toEqual([false, true, true]);
      pipe.drain(99);
      await tick();
      expect(pipe.writes.slice(1).flatMap((batch) => batch.map(({ id }) => id))).toEqual(
        Array.from({ length: 10 }, (_, index) => index + 2),
      );
    });

    test("a call that is given up is taken back, and the server never hears of either", async () => {
      const { pipe, queue } = await full();
      for (let id = 2; id < 1000; id += 1) {
        void queue.send(request(id));
        expect(queue.send(cancelled(id))).toBeUndefined();
      }
      void queue.send(cancelled(1));
      pipe.drain(9);
      expect(pipe.writes.slice(1)).toEqual([[cancelled(1)]]);
    });

    test("answers wait up to a number, so that a server that only asks cannot fill the memory", async () => {
      const { pipe, queue } = await full();
      for (let id = 0; id < 256; id += 1) void queue.send(answer(id));
      expect(() => queue.send(answer(256))).toThrow("the server does not read its answers");
      void queue.send(request(9));
      pipe.drain(9);
      await tick();
      expect(pipe.writes[1]).toHaveLength(257);
      expect(queue.send(answer(257))).toBeUndefined();
    });

    test("what waits is told when it is dropped", async () => {
      const { pipe, queue } = await full();
      const lost = Promise.resolve(queue.send(note(2)));
      queue.drop(closed);
      expect(await rejection(lost)).toBe(closed);
      pipe.drain(9);
      expect(pipe.writes).toHaveLength(1);
    });
  });

  describe("ending", () => {
    test("writes what is due and ends the pipe", async () => {
      const pipe = fakeSink();
      const queue = new WriteQueue(pipe.sink, "linux");
      void queue.send(request(1));
      queue.end(closed);
      expect([pipe.writes, pipe.ended]).toEqual([[[request(1)]], true]);
      void queue.send(request(2));
      await tick();
      expect(pipe.writes).toHaveLength(1);
    });

    test("of a full pipe writes what waits besides requests", async () => {
      const pipe = fakeSink(1);
      const queue = new WriteQueue(pipe.sink, "linux");
      void queue.send(request(1));
      await tick();
      void queue.send(request(2));
      const noted = queue.send(note(3));
      queue.end(closed);
      await noted;
      expect([pipe.writes, pipe.ended]).toEqual([[[request(1)], [note(3)]], true]);
    });
  });

  describe("a broken pipe", () => {
    test("is written to no more, and what comes is held as unsent", async () => {
      const pipe = fakeSink();
      const queue = new WriteQueue(pipe.sink, "linux");
      void queue.send(request(1));
      await tick();
      queue.break();
      void queue.send(request(2));
      void queue.send(request(3));
      await tick();
      expect(pipe.writes).toEqual([[request(1)]]);
      expect([1, 2, 3].map((id) => queue.holds(id))).toEqual([false, true, true]);
      const lost = Promise.resolve(queue.send(note(4)));
      queue.end(closed);
      expect(await rejection(lost)).toBe(closed);
      expect([pipe.writes.length, pipe.ended]).toEqual([1, true]);
    });

    test("is found by a write that fails", async () => {
      const pipe = fakeSink(1);
      const queue = new WriteQueue(pipe.sink, "linux");
      void queue.send(request(1));
      await tick();
      void queue.send(request(2));
      pipe.fail(new Error("EPIPE"));
      await tick();
      expect([pipe.writes.length, queue.holds(2)]).toEqual([1, true]);
    });
  });
});

test("on Windows nothing empty is written, which a program that reads synchronously takes for the end", async () => {
  const pipe = fakeSinkOf(true, 1);
  const queue = new WriteQueue(pipe.sink, "win32");
  void queue.send(request(1));
  await tick();
  void queue.send(request(2));
  expect([pipe.writes, queue.holds(2)]).toEqual([[[request(1)]], true]);
  pipe.drain(9);
  await tick();
  expect([pipe.writes, pipe.empty]).toEqual([[[request(1)], [request(2)]], 0]);
});
