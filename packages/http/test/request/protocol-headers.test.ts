import { expect, test } from "vitest";
import { ProtocolHeaders } from "../../src/request/protocol-headers.ts";

function pairs(list: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = 0; at < list.length; at += 2) found[list[at] as string] = list[at + 1] as string;
  return found;
}

const headers = new ProtocolHeaders(["x-mine", "1"]);
const post = {
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
  "x-mine": "1",
};

test("2026-07-28 mirrors version, method and name", () => {
  const list = headers.post(
    { method: "tools/call", params: { name: "é" } },
    { revision: "2026-07-28" },
    undefined,
  );
  expect(pairs(list)).toEqual({
    ...post,
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "=?base64?w6k=?=",
  });
});

test("the initialize era sends version and session", () => {
  expect(pairs(headers.post({ method: "tools/list" }, { revision: "2025-06-18" }, "s"))).toEqual({
    ...post,
    "mcp-protocol-version": "2025-06-18",
    "mcp-session-id": "s",
  });
});

test("initialize carries neither", () => {
  expect(pairs(headers.post({ method: "initialize" }, { revision: undefined }, undefined))).toEqual(post);
});

test("2025-03-26 knows no version header", () => {
  expect(pairs(headers.post({ method: "tools/list" }, { revision: "2025-03-26" }, "s"))).toEqual({
    ...post,
    "mcp-session-id": "s",
  });
});

test("a tool's plan and an extension's headers are added", () => {
  const plan = [{ path: ["region"], header: "Mcp-Param-Region", type: "string" as const }];
  const params = { name: "x", arguments: { region: "eu" } };
  const list = headers.post(
    { method: "tools/call", params },
    { revision: "2026-07-28", tool: plan, headers: { "X-Ext": "1" } },
    undefined,
  );
  expect(pairs(list)).toMatchObject({ "mcp-param-region": "eu", "x-ext": "1" });
});

test("an argument of the wrong type is refused", () => {
  const plan = [{ path: ["n"], header: "Mcp-Param-N", type: "integer" as const }];
  const build = (): unknown =>
    headers.post(
      { method: "tools/call", params: { name: "x", arguments: { n: 1.5 } } },
      { revision: "2026-07-28", tool: plan },
      undefined,
    );
  expect(build).toThrow(TypeError);
});

test("lists are not shared between messages", () => {
  headers.post({ method: "a" }, { revision: "2026-07-28" }, undefined).push("x", "y");
  expect(headers.post({ method: "b" }, { revision: "2026-07-28" }, undefined)).not.toContain("x");
});

test("a GET resumes after an event, whose id may be any text", () => {
  expect(pairs(headers.get("2025-11-25", "s", "7"))).toEqual({
    accept: "text/event-stream",
    "mcp-protocol-version": "2025-11-25",
    "x-mine": "1",
    "mcp-session-id": "s",
    "last-event-id": "7",
  });
  expect(pairs(headers.get(undefined, undefined, "é"))["last-event-id"]).toBe("Ã©");
});

test("an event id of any length can be written: this happens in a timer, where nothing may throw", () => {
  const written = pairs(headers.get(undefined, undefined, "é".repeat(300_000)))["last-event-id"];
  expect(written?.length).toBe(600_000);
});

test("a DELETE names version and session", () => {
  expect(pairs(headers.delete("2025-11-25", "s"))).toEqual({
    "mcp-protocol-version": "2025-11-25",
    "x-mine": "1",
    "mcp-session-id": "s",
  });
});

test.each(["a\r\nx-evil: 1", "é", "日本", " a", "a ", "a\u0000b", "a\tb"])(
  "a method that no header can carry as it is, is refused: %j",
  (method) => {
    expect(() => headers.post({ method }, { revision: "2026-07-28" }, undefined)).toThrow(
      'the header "mcp-method" cannot carry the name of the method',
    );
  },
);

test("a method of any visible characters is sent as it is", () => {
  const list = headers.post({ method: "com.example/a b~" }, { revision: "2026-07-28" }, undefined);
  expect(pairs(list)["mcp-method"]).toBe("com.example/a b~");
});

test("an extension's header that HTTP cannot carry is refused by name, without its value", () => {
  const routing = { revision: "2026-07-28", headers: { "Mcp-Name": "secret\r\nx: 1" } } as const;
  expect(() => headers.post({ method: "tasks/get" }, routing, undefined)).toThrow(
    'the header "Mcp-Name" has a value with characters that HTTP headers cannot carry',
  );
});
