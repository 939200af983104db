import { expect, test } from "vitest";
import { staleTags } from "../../src/reads/invalidation.ts";
import { notification } from "../support/harness.ts";

// @req cache.invalidate-lists, cache.invalidate-resource
test.each([
  ["tools/list_changed", undefined, ["tools/list"]],
  ["prompts/list_changed", undefined, ["prompts/list"]],
  ["resources/list_changed", {}, ["resources/list", "resources/templates/list"]],
  ["resources/updated", { uri: "file:///a" }, ["resources/read\nfile:///a"]],
  ["resources/updated", { uri: 7 }, []],
  ["resources/updated", undefined, []],
  ["resources/updated", { title: "x" }, []],
  ["progress", { progressToken: 1 }, []],
  ["message", {}, []],
  ["roots/list_changed", undefined, []],
])("notifications/%s %j makes %j stale", (method, params, tags) => {
  expect(staleTags(notification(method, params))).toEqual(tags);
});
