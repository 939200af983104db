import { describe, expect, test } from "vitest";
import { catalogOf, findMethod } from "../../src/catalog/lookup.ts";
import { REVISIONS, type Revision } from "../../src/revisions.ts";

const V24 = ["2024-11-05"] as const;
const TO_V11: readonly Revision[] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
const V11: readonly Revision[] = ["2025-11-25"];
const V26: readonly Revision[] = ["2026-07-28"];
const ALL = REVISIONS;

type Table = Readonly<Record<string, readonly Revision[]>>;

const clientRequests: Table = {
  initialize: TO_V11,
  ping: TO_V11,
  "server/discover": V26,
  "tools/list": ALL,
  "tools/call": ALL,
  "resources/list": ALL,
  "resources/templates/list": ALL,
  "resources/read": ALL,
  "resources/subscribe": TO_V11,
  "resources/unsubscribe": TO_V11,
  "prompts/list": ALL,
  "prompts/get": ALL,
  "completion/complete": ALL,
  "logging/setLevel": TO_V11,
  "subscriptions/listen": V26,
  "tasks/get": [...V11, ...V26],
  "tasks/result": V11,
  "tasks/list": V11,
  "tasks/cancel": [...V11, ...V26],
  "tasks/update": V26,
};
const serverRequests: Table = {
  ping: TO_V11,
  "roots/list": ALL,
  "sampling/createMessage": ALL,
  "elicitation/create": ["2025-06-18", ...V11, ...V26],
  "tasks/get": V11,
  "tasks/result": V11,
  "tasks/list": V11,
  "tasks/cancel": V11,
};
const clientNotifications: Table = {
  "notifications/initialized": TO_V11,
  "notifications/cancelled": ALL,
  "notifications/progress": TO_V11,
  "notifications/roots/list_changed": TO_V11,
  "notifications/tasks/status": V11,
};
const serverNotifications: Table = {
  "notifications/cancelled": ALL,
  "notifications/progress": ALL,
  "notifications/message": ALL,
  "notifications/resources/updated": ALL,
  "notifications/resources/list_changed": ALL,
  "notifications/tools/list_changed": ALL,
  "notifications/prompts/list_changed": ALL,
  "notifications/subscriptions/acknowledged": V26,
  "notifications/elicitation/complete": V11,
  "notifications/tasks/status": V11,
  "notifications/tasks": V26,
};

const at = (table: Table, revision: Revision) =>
  Object.keys(table)
    .filter((method) => table[method]?.includes(revision))
    .sort();

// @req catalog.methods
describe.each([...REVISIONS])("%s", (revision) => {
  const catalog = catalogOf(revision);

  test("has exactly the methods of its schema", () => {
    expect([...catalog.clientRequests.keys()].sort()).toEqual(at(clientRequests, revision));
    expect([...catalog.serverRequests.keys()].sort()).toEqual(at(serverRequests, revision));
    expect([...catalog.clientNotifications.keys()].sort()).toEqual(at(clientNotifications, revision));
    expect([...catalog.serverNotifications.keys()].sort()).toEqual(at(serverNotifications, revision));
  });

  test("each descriptor says who sends it and as what", () => {
    for (const { method, from, kind } of catalog.clientRequests.values()) {
      expect([method, from, kind]).toEqual([method, "client", "request"]);
    }
    for (const { method, from, kind } of catalog.serverNotifications.values()) {
      expect([method, from, kind]).toEqual([method, "server", "notification"]);
    }
  });

  test("finds nothing by inheritance", () => {
    expect(findMethod(revision, "toString")).toBeUndefined();
    expect(findMethod(revision, "__proto__")).toBeUndefined();
  });
});

const named = (revision: Revision, has: (method: string) => boolean) =>
  [...catalogOf(revision).clientRequests.keys()].filter(has).sort();

describe("2026-07-28", () => {
  const find = (method: string) => findMethod("2026-07-28", method);

  // @req cache.methods
  test("six methods are cacheable", () => {
    expect(named("2026-07-28", (method) => find(method)?.cacheable === true)).toEqual([
      "prompts/list",
      "resources/list",
      "resources/read",
      "resources/templates/list",
      "server/discover",
      "tools/list",
    ]);
  });

  // @req rule.06
  test("three methods may ask for input", () => {
    expect(named("2026-07-28", (method) => find(method)?.mayAskInput === true)).toEqual([
      "prompts/get",
      "resources/read",
      "tools/call",
    ]);
  });

  test("server requests exist only inside input_required, and tasks belong to an extension", () => {
    expect([...catalogOf("2026-07-28").serverRequests.values()].every(({ embedded }) => embedded)).toBe(true);
    expect(named("2026-07-28", (method) => find(method)?.extension !== undefined)).toEqual([
      "tasks/cancel",
      "tasks/get",
      "tasks/update",
    ]);
  });
});

test("calls with effects are not safe to repeat, reads are", () => {
  expect(named("2026-07-28", (method) => findMethod("2026-07-28", method)?.safe === false)).toEqual([
    "tasks/cancel",
    "tasks/update",
    "tools/call",
  ]);
  expect(findMethod("2025-11-25", "initialize")?.safe).toBe(false);
  expect(findMethod("2025-11-25", "resources/read")?.safe).toBe(true);
});

test("before 2026-07-28 nothing is cacheable, embedded or named in a header", () => {
  for (const revision of TO_V11) {
    const { clientRequests: requests, serverRequests: asked } = catalogOf(revision);
    for (const method of [...requests.values(), ...asked.values()]) {
      expect([method.cacheable, method.mayAskInput, method.embedded, method.nameParam]).toEqual([
        false,
        false,
        false,
        undefined,
      ]);
    }
  }
});

test("completions are announced since 2025-03-26", () => {
  expect(findMethod(V24[0], "completion/complete")?.capability).toBeUndefined();
  expect(findMethod("2025-03-26", "completion/complete")?.capability).toBe("completions");
});

test("the same catalog is handed out each time", () => {
  expect(catalogOf("2026-07-28")).toBe(catalogOf("2026-07-28"));
});
