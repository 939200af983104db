// Field report 107: a value that looks encoded was sent as it is, and decoded by the server to something else.
import { expect, test } from "vitest";
import { decodeHeaderValue } from "../../src/headers/encode.ts";
import { argumentHeaders, mirrorHeaders } from "../../src/headers/policy.ts";

test("it is encoded, in arguments and in names", () => {
  const text = "=?base64?c2VjcmV0?=";
  const plan = [{ path: ["q"], header: "Mcp-Param-Q", type: "string" }] as const;
  const sent = argumentHeaders(plan, { q: text })["Mcp-Param-Q"] ?? "";
  expect(sent).not.toBe(text);
  expect(decodeHeaderValue(sent)).toBe(text);
  const named = mirrorHeaders({ method: "prompts/get", params: { name: text } }, "2026-07-28");
  expect(decodeHeaderValue(named["Mcp-Name"] ?? "")).toBe(text);
});

test("a name or URI outside ASCII is encoded", () => {
  const headers = mirrorHeaders({ method: "resources/read", params: { uri: "file:///日本" } }, "2026-07-28");
  expect(headers["Mcp-Name"]).toBe("=?base64?ZmlsZTovLy/ml6XmnKw=?=");
});
