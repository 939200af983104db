// @req input.handler-response, input.no-schema-check
import { describe, expect, test } from "vitest";
import { validResponse } from "../../src/input/responses.ts";

const message = { role: "assistant", model: "m", content: { type: "text", text: "hi" } };

describe.each(["form", "url"] as const)("%s", (kind) => {
  test.each([
    { action: "accept", content: { a: 1, b: "x", c: true, d: ["y"] } },
    { action: "accept" },
    { action: "accept", content: {} },
    { action: "decline" },
    { action: "cancel", _meta: { x: 1 } },
    // What is in it is the server's to judge.
    { action: "accept", content: { nested: { object: [1] } } },
  ])("takes %j", (response) => {
    expect(validResponse(kind, response)).toBe(true);
  });

  test.each([
    undefined,
    null,
    "accept",
    [],
    {},
    { action: "approve" },
    { action: ["accept"] },
    { action: "accept", content: [] },
    { action: "accept", content: null },
    Object.create({ action: "accept" }),
  ])("refuses %j", (response) => {
    expect(validResponse(kind, response)).toBe(false);
  });
});

describe("sampling", () => {
  test.each([
    message,
    { ...message, role: "user", stopReason: "endTurn" },
    { ...message, content: [] },
    { ...message, content: { type: "image", data: "AA==", mimeType: "image/png" } },
    { ...message, content: [{ type: "audio", data: "AA==", mimeType: "audio/wav" }, message.content] },
    { ...message, content: { type: "tool_use", id: "1", name: "t", input: {} }, stopReason: "toolUse" },
    { ...message, content: [{ type: "tool_result", toolUseId: "1", content: [] }] },
  ])("takes %j", (response) => {
    expect(validResponse("sampling", response)).toBe(true);
  });

  test.each([
    undefined,
    null,
    [message],
    { ...message, role: "system" },
    { ...message, model: undefined },
    { ...message, model: 7 },
    { ...message, stopReason: 7 },
    { ...message, content: undefined },
    { ...message, content: "hi" },
    { ...message, content: [null] },
    { ...message, content: { type: "text" } },
    { ...message, content: { type: "image", data: "AA==" } },
    { ...message, content: { type: "tool_use", id: "1", name: "t", input: "x" } },
    { ...message, content: { type: "tool_result", toolUseId: 1, content: [] } },
    { ...message, content: { type: "video" } },
  ])("refuses %j", (response) => {
    expect(validResponse("sampling", response)).toBe(false);
  });
});

describe("roots", () => {
  test.each([
    { roots: [] },
    { roots: [{ uri: "file:///home", name: "home", _meta: {} }, { uri: "file://host/share" }] },
  ])("takes %j", (response) => {
    expect(validResponse("roots", response)).toBe(true);
  });

  test.each([
    undefined,
    [],
    {},
    { roots: {} },
    { roots: [null] },
    { roots: ["file:///a"] },
    { roots: [{ name: "a" }] },
    { roots: [{ uri: "https://example.com" }] },
    { roots: [{ uri: "/home" }] },
    { roots: [{ uri: "file:///a", name: 7 }] },
  ])("refuses %j", (response) => {
    expect(validResponse("roots", response)).toBe(false);
  });
});
