// @req input.form, input.url, input.sampling, input.roots, input.unknown-method, input.no-handler-for, input.malformed
import { describe, expect, test } from "vitest";
import type { InputHandlers } from "../../src/input/handlers.ts";
import { isMatched, matchRequest } from "../../src/input/requests.ts";

const handlers: InputHandlers = {
  form: () => ({ action: "decline" }),
  url: () => ({ action: "decline" }),
  sampling: () => ({ role: "assistant", model: "m", content: { type: "text", text: "" } }),
  roots: () => ({ roots: [] }),
};
const form = { mode: "form", message: "m", requestedSchema: {} };
const url = { mode: "url", message: "m", url: "https://example.com" };
const sampling = { messages: [], maxTokens: 1, temperature: 0.5, metadata: { x: 1 } };

describe("finds the handler of", () => {
  test.each([
    ["a form", "elicitation/create", form, "form"],
    ["a form without a mode", "elicitation/create", { message: "m", requestedSchema: {} }, "form"],
    ["a form whose mode is null", "elicitation/create", { ...form, mode: null }, "form"],
    ["a URL", "elicitation/create", url, "url"],
    ["a sampling request, with every param", "sampling/createMessage", sampling, "sampling"],
    ["roots", "roots/list", {}, "roots"],
    ["roots with `_meta`", "roots/list", { _meta: { x: 1 } }, "roots"],
  ] as const)("%s", (_name, method, params, kind) => {
    expect(matchRequest({ method, params }, handlers)).toEqual({ kind, params, handler: handlers[kind] });
  });

  test.each([{ method: "roots/list" }, { method: "roots/list", params: null }])(
    "roots without params: %j",
    (request) => {
      expect(matchRequest(request, handlers)).toEqual({ kind: "roots", params: {}, handler: handlers.roots });
    },
  );
});

describe("finds none for", () => {
  test.each([
    ["a method it does not know", { method: "com.example/ask" }, "com.example/ask"],
    [
      "a mode it does not know",
      { method: "elicitation/create", params: { mode: "voice" } },
      "elicitation/create",
    ],
    ["a mode that is no text", { method: "elicitation/create", params: { mode: 7 } }, "elicitation/create"],
    ["a ping", { method: "ping" }, "ping"],
    ["an inherited name", { method: "toString" }, "toString"],
    ["no method", { params: form }, undefined],
    ["a method that is no text", { method: 7 }, undefined],
    ["null", null, undefined],
    ["a list", [], undefined],
    ["text", "roots/list", undefined],
    ["an inherited method", Object.create({ method: "roots/list" }), undefined],
  ])("%s", (_name, request, kind) => {
    expect(matchRequest(request, handlers)).toEqual({ type: "no_handler", kind });
  });

  test.each([
    ["form", "elicitation/create", form],
    ["url", "elicitation/create", url],
    ["sampling", "sampling/createMessage", sampling],
    ["roots", "roots/list", {}],
  ] as const)("%s without its handler", (kind, method, params) => {
    const others = { ...handlers, [kind]: undefined };
    expect(matchRequest({ method, params }, others)).toEqual({ type: "no_handler", kind });
  });
});

describe("calls malformed", () => {
  test.each([
    ["a form without a message", "elicitation/create", { requestedSchema: {} }, "(form) lack message"],
    ["a form without a schema", "elicitation/create", { message: "m" }, "(form) lack requestedSchema"],
    ["a form without either", "elicitation/create", {}, "(form) lack message and requestedSchema"],
    ["a form whose message is null", "elicitation/create", { ...form, message: null }, "(form) lack message"],
    ["a URL without one", "elicitation/create", { mode: "url", message: "m" }, "(url) lack url"],
    ["sampling without messages", "sampling/createMessage", { maxTokens: 1 }, "(sampling) lack messages"],
    ["sampling without maxTokens", "sampling/createMessage", { messages: [] }, "(sampling) lack maxTokens"],
  ])("%s", (_name, method, params, text) => {
    const found = matchRequest({ method, params }, handlers);
    expect(isMatched(found)).toBe(false);
    expect(found).toEqual({ type: "malformed", problem: `the params of ${method} ${text}` });
  });

  test.each(["elicitation/create", "sampling/createMessage", "roots/list"])(
    "%s with params of another type",
    (method) => {
      for (const params of [[], "x", 7, true]) {
        const problem = `the params of ${method} are not an object`;
        expect(matchRequest({ method, params }, handlers)).toEqual({ type: "malformed", problem });
      }
    },
  );

  test.each(["elicitation/create", "sampling/createMessage"])("%s without params", (method) => {
    expect(matchRequest({ method }, handlers)).toMatchObject({ type: "malformed" });
  });
});
