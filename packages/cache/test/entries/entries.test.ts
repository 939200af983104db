import { describe, expect, test } from "vitest";
import { Entries, type Entry } from "../../src/entries/entries.ts";
import { type Endpoint, tagFor } from "../../src/entries/tag.ts";

const endpoint: Endpoint = { text: "e", tags: new Map() };
const tag = tagFor(endpoint, "tools/list");

function entry(order: number, gone: string[] = [], carried = tag): Entry {
  return {
    value: order,
    expires: 1000,
    order,
    tag: carried,
    shared: false,
    gone: () => gone.push(`entry ${order}`),
  };
}

describe("bounds", () => {
  // @req cache.entries
  test("the least recently used entry goes when there are too many", () => {
    const entries = new Entries(2, 1000);
    const gone: string[] = [];
    entries.set("a", entry(1, gone), 1);
    entries.set("b", entry(2, gone), 1);
    entries.get("a");
    entries.set("c", entry(3, gone), 1);
    expect([entries.get("a")?.value, entries.get("b"), entries.get("c")?.value]).toEqual([1, undefined, 3]);
    expect(gone).toEqual(["entry 2"]);
  });

  // @req cache.bytes
  test("and when there are too many bytes, as many as it takes", () => {
    const entries = new Entries(100, 10);
    for (const order of [1, 2, 3]) entries.set(`k${order}`, entry(order), 3);
    expect([entries.size, entries.bytes]).toEqual([3, 9]);
    entries.set("k4", entry(4), 7);
    expect([entries.size, entries.bytes]).toEqual([2, 10]);
    expect(entries.get("k3")?.value).toBe(3);
  });

  // @req cache.oversize
  test("an entry of just the limit is kept, one over it is not, and replaces nothing but its own past", () => {
    const entries = new Entries(100, 10);
    expect(entries.set("a", entry(1), 10)).toBe(true);
    expect(entries.set("b", entry(2), 11)).toBe(false);
    expect(entries.get("a")?.value).toBe(1);
    expect(entries.set("a", entry(3), 11)).toBe(false);
    expect([entries.get("a"), entries.size, entries.bytes]).toEqual([undefined, 0, 0]);
  });
});

describe("order", () => {
  test("an earlier read never replaces or removes what a later one brought", () => {
    const entries = new Entries(10, 100);
    entries.set("a", entry(2), 1);
    expect(entries.set("a", entry(1), 1)).toBe(false);
    entries.supersede("a", 1);
    expect(entries.set("a", entry(0), 1000)).toBe(false);
    expect(entries.get("a")?.value).toBe(2);
    entries.supersede("a", 3);
    expect(entries.get("a")).toBeUndefined();
  });
});

test("a tag knows its keys, also after one was replaced", () => {
  const own = tagFor(endpoint, "prompts/list");
  const entries = new Entries(10, 100);
  entries.set("a", entry(1, [], own), 1);
  entries.set("a", entry(2, [], own), 1);
  entries.set("b", entry(3, [], own), 1);
  expect([...own.keys].sort()).toEqual(["a", "b"]);
  entries.delete("b");
  expect([...own.keys]).toEqual(["a"]);
  entries.clear();
  expect(own.keys.size).toBe(0);
});
