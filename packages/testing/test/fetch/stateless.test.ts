import { describe, expect, test } from "vitest";
import { fetchHandler, testServer } from "../../src/index.ts";
import { deferred } from "../support/deferred.ts";
import { Events, META, modernPost, post, refused } from "../support/http.ts";
import { sampleServer } from "../support/sample-server.ts";

const modern = (): ReturnType<typeof fetchHandler> =>
  fetchHandler(sampleServer({ revisions: ["2026-07-28"] }));

describe("a stateless POST", () => {
  test("is answered as JSON when nothing comes before the answer", async () => {
    const response = await modern()(modernPost("tools/call", { name: "echo", arguments: { text: "hi" } }));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: {
        resultType: "complete",
        content: [{ type: "text", text: "hi" }],
        _meta: { "io.modelcontextprotocol/serverInfo": { name: "test-server", version: "1.0.0" } },
      },
    });
  });

  test("is answered as a stream once something comes first", async () => {
    const request = modernPost("tools/call", { name: "count", _meta: { ...META, progressToken: "p" } });
    const response = await modern()(request);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const events = new Events(response);
    const steps = [await events.message(), await events.message(), await events.message()];
    expect(steps.map(({ params }) => params)).toEqual([
      { progressToken: "p", progress: 1, total: 3, message: "step 1" },
      { progressToken: "p", progress: 2, total: 3, message: "step 2" },
      { progressToken: "p", progress: 3, total: 3, message: "step 3" },
    ]);
    expect(await events.message()).toMatchObject({ id: 1, result: { content: [{ text: "done" }] } });
    expect(await events.next()).toBeUndefined();
  });

  test.each([
    ["no version header", { "mcp-protocol-version": null }, "the header MCP-Protocol-Version is missing"],
    ["another version", { "mcp-protocol-version": "2025-11-25" }, "MCP-Protocol-Version does not match"],
    ["no method header", { "mcp-method": null }, "the header Mcp-Method is missing"],
    ["another method", { "mcp-method": "tools/list" }, "Mcp-Method does not match"],
    ["a method in another case", { "mcp-method": "Tools/Call" }, "Mcp-Method does not match"],
    ["no name header", { "mcp-name": null }, "the header Mcp-Name is missing"],
    ["another name", { "mcp-name": "count" }, "Mcp-Name does not match"],
    ["a broken encoding", { "mcp-name": "=?base64?%%%?=" }, "Mcp-Name does not match"],
  ])("with %s is refused with -32020", async (_what, headers, problem) => {
    const [status, code, message] = await refused(
      await modern()(modernPost("tools/call", { name: "echo" }, headers)),
    );
    expect([status, code]).toEqual([400, -32020]);
    expect(message).toContain(problem);
  });

  test("may carry its name encoded", async () => {
    const request = modernPost("tools/call", { name: "echo" }, { "mcp-name": "=?base64?ZWNobw==?=" });
    expect((await modern()(request)).status).toBe(200);
  });

  test.each([
    ["without the header", { region: "eu" }, {}, 400],
    ["with another value", { region: "eu" }, { "mcp-param-region": "us" }, 400],
    ["with a header and no argument", {}, { "mcp-param-region": "us" }, 400],
    ["with the header", { region: "eu" }, { "mcp-param-region": "eu" }, 200],
    ["with an empty value", { region: "" }, { "mcp-param-region": "" }, 200],
    ["with null and no header", { region: null }, {}, 200],
  ])("of a tool with mirrored arguments, %s", async (_what, args, headers, status) => {
    const response = await modern()(modernPost("tools/call", { name: "region", arguments: args }, headers));
    expect(response.status).toBe(status);
  });

  test("of an unknown method is answered 404 with -32601", async () => {
    expect(await refused(await modern()(modernPost("no/such")))).toEqual([
      404,
      -32601,
      "Method not found: no/such",
    ]);
  });

  test("with a malformed envelope is answered 400 with -32602", async () => {
    const request = modernPost("tools/list", {
      _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" },
    });
    const [status, code, message] = await refused(await modern()(request));
    expect([status, code]).toEqual([400, -32602]);
    expect(message).toContain("io.modelcontextprotocol/clientCapabilities");
  });

  test("with bad params and a good envelope is answered 200 with -32602", async () => {
    const [status, code] = await refused(await modern()(modernPost("tools/call", { name: "nothing" })));
    expect([status, code]).toEqual([200, -32602]);
  });

  test("in another version is answered 400 with -32022 and both lists", async () => {
    const request = modernPost(
      "tools/list",
      { _meta: { ...META, "io.modelcontextprotocol/protocolVersion": "2027-01-01" } },
      { "mcp-protocol-version": "2027-01-01" },
    );
    const response = await modern()(request);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      id: 1,
      error: { code: -32022, data: { supported: ["2026-07-28"], requested: "2027-01-01" } },
    });
  });

  test("that needs a capability the client lacks is answered 400 with -32021", async () => {
    const response = await modern()(modernPost("tools/call", { name: "greet" }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } },
    });
  });

  test.each([
    ["not JSON", "{", 400, -32700],
    ["an array", [], 400, -32600],
    ["an answer", { jsonrpc: "2.0", id: 1, result: {} }, 400, -32600],
    ["no message", { id: 1 }, 400, -32600],
  ])("whose body is %s is refused", async (_what, body, status, code) => {
    expect((await refused(await modern()(post(body)))).slice(0, 2)).toEqual([status, code]);
  });

  test.each([
    [{ "content-type": "text/plain" }, 415],
    [{ "content-type": "application/json; charset=utf-8" }, 200],
    [{ accept: "application/json" }, 406],
    [{ accept: "text/event-stream;q=0.9, application/json" }, 200],
  ])("with %j is answered %i", async (headers, status) => {
    expect((await modern()(modernPost("tools/list", {}, headers))).status).toBe(status);
  });

  test("that is a notification is accepted", async () => {
    const response = await modern()(
      post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 9 } }),
    );
    expect([response.status, await response.text()]).toEqual([202, ""]);
  });

  test("other HTTP methods are not allowed", async () => {
    const response = await modern()(new Request("http://server.test/mcp"));
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("whose stream is closed is cancelled", async () => {
    const aborted = deferred<string>();
    const handler = fetchHandler(
      testServer({
        tools: {
          wait: (_args, context) => {
            context.signal.addEventListener("abort", () => aborted.resolve(String(context.signal.reason)));
            context.progress(1);
            return new Promise(() => undefined);
          },
        },
      }),
    );
    const request = modernPost("tools/call", { name: "wait", _meta: { ...META, progressToken: 1 } });
    const events = new Events(await handler(request));
    await events.message();
    await events.cancel();
    expect(await aborted.promise).toContain("the client closed the request");
  });
});

describe("authentication", () => {
  const handler = fetchHandler(testServer({ tools: { who: (_args, { auth }) => String(auth) } }), {
    authenticate: (request) =>
      request.headers.get("authorization") === "Bearer good"
        ? { auth: "ada" }
        : new Response(null, { status: 401, headers: { "www-authenticate": "Bearer" } }),
  });

  test("refuses with the response that is given", async () => {
    const response = await handler(modernPost("tools/call", { name: "who" }));
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  });

  test("hands its outcome to the handlers", async () => {
    const response = await handler(
      modernPost("tools/call", { name: "who" }, { authorization: "Bearer good" }),
    );
    expect(await response.json()).toMatchObject({ result: { content: [{ text: "ada" }] } });
  });
});

test("a foreign origin is refused when origins are given", async () => {
  const handler = fetchHandler(testServer(), { origins: ["https://good.test"] });
  expect((await handler(modernPost("server/discover", {}, { origin: "https://bad.test" }))).status).toBe(403);
  expect((await handler(modernPost("server/discover", {}, { origin: "https://good.test" }))).status).toBe(
    200,
  );
});

test("a subscription is acknowledged, told and ended", async () => {
  const server = sampleServer();
  const handler = fetchHandler(server);
  const filter = {
    toolsListChanged: true,
    promptsListChanged: false,
    resourceSubscriptions: ["file:///notes.md"],
  };
  const events = new Events(await handler(modernPost("subscriptions/listen", { notifications: filter })));
  const _meta = { "io.modelcontextprotocol/subscriptionId": 1 };
  expect(await events.message()).toMatchObject({
    method: "notifications/subscriptions/acknowledged",
    params: { notifications: { toolsListChanged: true, resourceSubscriptions: ["file:///notes.md"] }, _meta },
  });
  server.announce.promptsChanged();
  server.announce.toolsChanged();
  server.announce.resourceUpdated("file:///other.md");
  server.announce.resourceUpdated("file:///notes.md");
  expect(await events.message()).toMatchObject({
    method: "notifications/tools/list_changed",
    params: { _meta },
  });
  expect(await events.message()).toMatchObject({ params: { uri: "file:///notes.md", _meta } });
  server.endSubscriptions();
  expect(await events.message()).toMatchObject({ id: 1, result: { resultType: "complete", _meta } });
  expect(await events.next()).toBeUndefined();
  expect(server.openSubscriptions).toBe(0);
});
