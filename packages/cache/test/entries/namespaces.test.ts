import { expect, test } from "vitest";
import { Namespaces } from "../../src/entries/namespaces.ts";
import { clientOf } from "../support/harness.ts";

test("one endpoint, revision and metadata is one namespace", () => {
  const namespaces = new Namespaces();
  const first = namespaces.retain(clientOf());
  expect(namespaces.retain(clientOf())).toBe(first);
  const others = [
    { endpoint: "https://example.com/other" },
    { revision: "2025-11-25" },
    { metadata: '["other"]' },
  ] as const;
  for (const who of others) expect(namespaces.retain(clientOf(who))).not.toBe(first);
  expect(namespaces.size).toBe(4);
});

test("namespaces of one endpoint are invalidated together", () => {
  const namespaces = new Namespaces();
  const a = namespaces.retain(clientOf());
  const b = namespaces.retain(clientOf({ metadata: "[1]" }));
  expect(a.endpoint).toBe(b.endpoint);
});

// @req cache.custom
test("without a scope only the same transport object is the same server", () => {
  const namespaces = new Namespaces();
  const source = {};
  const first = namespaces.retain(clientOf({ custom: true, source }));
  expect(namespaces.retain(clientOf({ custom: true, source }))).toBe(first);
  expect(namespaces.retain(clientOf({ custom: true, source: {} }))).not.toBe(first);
  const alone = namespaces.retain(clientOf({ custom: true }));
  expect(namespaces.retain(clientOf({ custom: true }))).not.toBe(alone);
});

test("a text cannot pretend to be a transport", () => {
  const namespaces = new Namespaces();
  const source = {};
  const custom = namespaces.retain(clientOf({ custom: true, source }));
  expect(namespaces.retain(clientOf({ endpoint: custom.endpoint.text })).endpoint).not.toBe(custom.endpoint);
});

test("a namespace that nobody needs is forgotten, and its name never given out again", () => {
  const namespaces = new Namespaces();
  const first = namespaces.retain(clientOf());
  namespaces.keep(first);
  namespaces.release(first);
  expect(namespaces.size).toBe(1);
  namespaces.release(first);
  expect(namespaces.size).toBe(0);
  const second = namespaces.retain(clientOf());
  expect(second.id).not.toBe(first.id);
  namespaces.release(first);
  expect(namespaces.size).toBe(1);
});
