import { testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { dial, ERAS, failure, MATRIX, open } from "../support/clients.ts";
import { fault, rawServer } from "../support/raw-server.ts";

describe.each(ERAS)("%s", (protocol) => {
  test("what belongs to no call and no subscription reaches `onNotification`, params never missing", async () => {
    const heard: unknown[] = [];
    const server = rawServer();
    await open(server.transport, { protocol, onNotification: (...args) => heard.push(args) });
    server.send(
      { jsonrpc: "2.0", method: "notifications/tools/list_changed" },
      { jsonrpc: "2.0", method: "com.example/own", params: { a: 1 } },
      { jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: "file:///a" } },
    );
    expect(heard).toEqual([
      ["notifications/tools/list_changed", {}],
      ["com.example/own", { a: 1 }],
      ["notifications/resources/updated", { uri: "file:///a" }],
    ]);
  });

  test("what the library deals with itself does not", async () => {
    const heard: unknown[] = [];
    const server = rawServer();
    await open(server.transport, { protocol, onNotification: (...args) => heard.push(args) });
    server.send(
      { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 9, progress: 1 } },
      { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: 1 } },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 9 } },
    );
    expect(heard).toEqual([]);
  });

  test("a callback that throws or rejects is reported, and the next one is delivered", async () => {
    let calls = 0;
    const server = rawServer();
    const { client, diagnostics } = await open(server.transport, {
      protocol,
      onNotification: (() => {
        calls += 1;
        if (calls === 1) throw new Error("first\nline");
        return Promise.reject(new Error("second"));
      }) as () => void,
    });
    for (let at = 0; at < 3; at += 1) server.send({ jsonrpc: "2.0", method: "com.example/own" });
    await client.callTool("any");
    expect(calls).toBe(3);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "the onNotification callback threw: first line",
      "the onNotification callback threw: second",
      "the onNotification callback threw: second",
    ]);
  });
});

describe("a URL elicitation of 2025-11-25", () => {
  const elicitations = [
    { mode: "url", elicitationId: "e1", url: "https://example.com/auth", message: "Sign in" },
  ];

  test("error -32042 keeps everything that is needed to visit it, and the end is heard", async () => {
    const done: unknown[] = [];
    let signedIn = false;
    const server = rawServer({
      methods: {
        "tools/call": () => (signedIn ? { content: [] } : fault(-32_042, "Sign in first", { elicitations })),
      },
    });
    const { client } = await open(server.transport, {
      protocol: "2025-11-25",
      onNotification: (method, params) => done.push([method, params]),
    });
    const error = await failure(client.callTool("mail"));
    expect(error).toMatchObject({
      kind: "server",
      code: -32_042,
      message: "Sign in first",
      data: { elicitations },
    });
    signedIn = true;
    const params = { elicitationId: "e1" };
    server.send({ jsonrpc: "2.0", method: "notifications/elicitation/complete", params });
    expect(done).toEqual([["notifications/elicitation/complete", params]]);
    expect(await client.callTool("mail")).toEqual({ content: [] });
  });

  test("one for an unknown elicitation is heard as well, and fails nothing", async () => {
    const server = rawServer();
    const { client, diagnostics } = await open(server.transport, { protocol: "2025-11-25" });
    server.send({
      jsonrpc: "2.0",
      method: "notifications/elicitation/complete",
      params: { elicitationId: "?" },
    });
    await client.callTool("any");
    expect(diagnostics).toEqual([]);
  });
});

test.each(MATRIX)(
  "a notification of a tool's own reaches `onNotification` during the call (%s over %s)",
  async (protocol, over) => {
    const heard: unknown[] = [];
    const server = testServer({
      tools: {
        own: (_args, context) => {
          context.notify("com.example/own", { at: 1 });
          return "";
        },
      },
    });
    const { client } = await dial(server, over, { protocol, onNotification: (...args) => heard.push(args) });
    await client.callTool("own");
    await client.callTool("own", {}, { onProgress: () => undefined });
    expect(heard).toEqual([
      ["com.example/own", { at: 1 }],
      ["com.example/own", { at: 1 }],
    ]);
  },
);
