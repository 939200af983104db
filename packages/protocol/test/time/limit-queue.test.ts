import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Limit, LimitQueue } from "../../src/time/limit-queue.ts";

/** A platform whose time and timers are the test's. */
function platform() {
  const timers: { run: () => void; at: number; alive: boolean }[] = [];
  let time = 0;
  return {
    timers,
    now: () => time,
    start(run: () => void, milliseconds: number) {
      const timer = { run, at: time + milliseconds, alive: true };
      timers.push(timer);
      return timer;
    },
    hold(timer: unknown, alive: boolean) {
      (timer as { alive: boolean }).alive = alive;
    },
    advance(milliseconds: number) {
      const end = time + milliseconds;
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        time = Math.max(time, next.at);
        timers.splice(timers.indexOf(next), 1);
        next.run();
      }
      time = end;
    },
  };
}

describe("a queue of time limits", () => {
  it("ends each limit at its own time, with one timer", () => {
    const clock = platform();
    const ended: string[] = [];
    const queue = new LimitQueue(clock, 100, () => ended.push("idle"));
    queue.add(() => ended.push("first"));
    clock.advance(30);
    queue.add(() => ended.push("second"));
    expect(clock.timers).toHaveLength(1);
    clock.advance(70);
    expect(ended).toEqual(["first"]);
    clock.advance(29);
    expect(ended).toEqual(["first"]);
    clock.advance(1);
    expect(ended).toEqual(["first", "second", "idle"]);
    expect(clock.timers).toEqual([]);
  });

  it("keeps its timer when the last limit is lifted, without keeping the process alive", () => {
    const clock = platform();
    const queue = new LimitQueue(clock, 100, () => undefined);
    queue.remove(queue.add(() => expect.unreachable()));
    expect(clock.timers.map(({ alive }) => alive)).toEqual([false]);
    const limit = queue.add(() => undefined);
    expect(clock.timers.map(({ alive }) => alive)).toEqual([true]);
    queue.remove(limit);
    queue.remove(limit);
    clock.advance(100);
    expect(clock.timers).toEqual([]);
  });

  it("lets what ends a limit start another one", () => {
    const clock = platform();
    const ended: number[] = [];
    const queue = new LimitQueue(clock, 10, () => undefined);
    const again = (): void => {
      ended.push(clock.now());
      if (ended.length < 3) queue.add(again);
    };
    queue.add(again);
    clock.advance(100);
    expect(ended).toEqual([10, 20, 30]);
  });

  it("goes on for everybody else when what ends a limit throws", () => {
    const clock = platform();
    const ended: string[] = [];
    const queue = new LimitQueue(clock, 10, () => ended.push("idle"));
    queue.add(() => {
      throw new Error("a transport that breaks its port");
    });
    queue.add(() => ended.push("second"));
    expect(() => clock.advance(10)).toThrow("a transport that breaks its port");
    clock.advance(10);
    expect(ended).toEqual(["second", "idle"]);
  });

  it("behaves as a timer for each limit, whatever is started and lifted", () => {
    const step = fc.oneof(
      fc.constant("add" as const),
      fc.record({ remove: fc.nat() }),
      fc.record({ advance: fc.integer({ min: 0, max: 60 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const model = new Model();
        for (const each of steps) {
          if (each === "add") model.add();
          else if ("remove" in each) model.remove(each.remove);
          else model.clock.advance(each.advance);
          expect(model.ended()).toEqual(model.due());
        }
      }),
    );
  });
});

/** A queue of 50 ms beside what is expected of it. */
class Model {
  readonly clock = platform();
  readonly #queue = new LimitQueue(this.clock, 50, () => undefined);
  readonly #ended = new Set<number>();
  readonly #limits: { limit: Limit; at: number; lifted: boolean }[] = [];

  add(): void {
    const id = this.#limits.length;
    this.#limits.push({
      limit: this.#queue.add(() => this.#ended.add(id)),
      at: this.clock.now() + 50,
      lifted: false,
    });
  }

  remove(which: number): void {
    const chosen = this.#limits[which % Math.max(1, this.#limits.length)];
    if (chosen === undefined) return;
    chosen.lifted ||= chosen.at > this.clock.now();
    this.#queue.remove(chosen.limit);
  }

  ended(): number[] {
    return [...this.#ended].sort((a, b) => a - b);
  }

  due(): number[] {
    return this.#limits.flatMap(({ at, lifted }, id) => (!lifted && at <= this.clock.now() ? [id] : []));
  }
}
