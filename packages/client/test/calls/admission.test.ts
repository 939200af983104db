// @req call.catalog-initialize, call.catalog-stateless, initialize.ping, initialize.no-discover, catalog.methods
// @req rule.05, rule.06
import { catalogOf, type JsonObject, REVISIONS } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { failure, INITIALIZE_REVISIONS, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

const EVERYTHING = [
  ...new Set(
    REVISIONS.flatMap((revision) => {
      const { clientRequests, serverRequests, clientNotifications, serverNotifications } =
        catalogOf(revision);
      return [clientRequests, serverRequests, clientNotifications, serverNotifications].flatMap((map) => [
        ...map.keys(),
      ]);
    }),
  ),
].filter((method) => method !== "subscriptions/listen" && method !== "initialize");

describe.each(REVISIONS)("%s", (protocol) => {
  const catalog = catalogOf(protocol);
  const stateless = protocol === "2026-07-28";

  test.each(EVERYTHING)("%s", async (method) => {
    const { clientRequests, serverRequests, clientNotifications, serverNotifications } = catalog;
    const others = [serverRequests, clientNotifications, serverNotifications];
    const admitted =
      clientRequests.has(method) || (stateless && others.every((methods) => !methods.has(method)));
    const server = rawServer({ methods: { [method]: () => ({}) } });
    const { client } = await open(server.transport, { protocol });
    const before = server.received.length;
    const call = client.request(method, {} as JsonObject);
    if (admitted) {
      expect(await call).toEqual({});
      expect(server.requests(method)).toHaveLength(1);
      return;
    }
    const error = await failure(call);
    expect(error).toMatchObject({
      kind: "protocol",
      code: -32_601,
      reason: { type: "method_not_defined", method, revision: protocol },
      sent: "no",
    });
    expect(error.message).toBe(
      `${method} was not sent to raw-server: it is no request a client may send in ${protocol}`,
    );
    expect(server.received).toHaveLength(before);
  });

  test.each(["com.example/do", "toString", "constructor", "__proto__", "tools/call "])(
    "an unlisted method: %j",
    async (method) => {
      const server = rawServer({ intercept: (message, self) => answerOdd(message, self, method) });
      const { client } = await open(server.transport, { protocol });
      if (stateless) expect(await client.request(method)).toEqual({ odd: true });
      else expect((await failure(client.request(method))).code).toBe(-32_601);
    },
  );
});

function answerOdd(message: object, server: ReturnType<typeof rawServer>, method: string): boolean {
  if (!("method" in message && message.method === method && "id" in message)) return false;
  server.reply(message.id as number, { odd: true });
  return true;
}

describe.each(INITIALIZE_REVISIONS)("%s", (protocol) => {
  test("`discover` is refused: everything is in the session", async () => {
    const { client } = await open(rawServer().transport, { protocol });
    expect(await failure(client.discover())).toMatchObject({ kind: "protocol", code: -32_601, sent: "no" });
    expect(client.session.serverInfo).toEqual({ name: "raw", version: "1" });
  });

  test.each([{}, { any: 1 }, [], null, "pong", 0])(
    "`ping` means alive whatever the result: %j",
    async (result) => {
      const server = rawServer({ methods: { ping: () => result } });
      const { client } = await open(server.transport, { protocol });
      expect(await client.ping()).toEqual(result);
    },
  );
});

test("`ping` on 2026-07-28 is the server's to refuse", async () => {
  const server = rawServer({
    intercept: (message, self) => {
      if (!("method" in message && message.method === "ping" && "id" in message)) return false;
      self.refuse(message.id, -32_601, "Method not found");
      return true;
    },
  });
  const { client } = await open(server.transport, { protocol: "2026-07-28" });
  expect(await failure(client.ping())).toMatchObject({ kind: "server", code: -32_601 });
});

describe("results", () => {
  const call = async (protocol: "2026-07-28" | "2025-11-25", method: string, result: unknown) => {
    const server = rawServer({ methods: { [method]: () => result } });
    const { client } = await open(server.transport, { protocol });
    return client.request(method, { name: "a", uri: "file:///a" } as JsonObject);
  };

  test.each([null, 7, "text", [], true])("that are no objects are invalid: %j", async (result) => {
    for (const protocol of ["2026-07-28", "2025-11-25"] as const) {
      const error = await failure(call(protocol, "tools/call", result));
      expect(error).toMatchObject({
        kind: "protocol",
        code: -32_600,
        reason: { type: "invalid_result" },
        sent: "yes",
      });
      expect(error.message).toBe(
        'tools/call "a" on raw-server failed: the server\'s result is invalid: the result is not an object',
      );
    }
  });

  test.each([undefined, null, "complete"])("with the type %j are complete", async (resultType) => {
    expect(await call("2026-07-28", "tools/call", { resultType, content: [] })).toMatchObject({
      content: [],
    });
  });

  test.each<[name: string, resultType: unknown, shown: string]>([
    ["of an extension that is not installed", "task", '"task"'],
    ["without letters", "", '""'],
    ["of five thousand letters", "x".repeat(5000), `"${"x".repeat(80)}… (5000 characters)"`],
    ["that is a number", 7, "(a number)"],
    ["that is an object", { deep: {} }, "(a object)"],
    ["that is false", false, "(a boolean)"],
  ])("with a type %s are invalid", async (_name, resultType, shown) => {
    const error = await failure(call("2026-07-28", "tools/call", { resultType, content: [] }));
    expect(error).toMatchObject({ kind: "protocol", reason: { type: "unknown_result_type", resultType } });
    expect(error.message).toContain(`its resultType ${shown} is none this client knows for tools/call`);
    expect(error.message.length).toBeLessThan(300);
  });

  test.each(["tools/list", "server/discover", "completion/complete"])(
    "`input_required` is none of %s's",
    async (method) => {
      const error = await failure(
        call("2026-07-28", method, { resultType: "input_required", requestState: "s" }),
      );
      expect(error.reason).toMatchObject({ type: "invalid_result" });
      expect(error.message).toContain(`${method} may not be answered with "input_required"`);
    },
  );

  test("a `resultType` means nothing before 2026-07-28", async () => {
    const result = { resultType: "input_required", content: [] };
    expect(await call("2025-11-25", "tools/call", result)).toEqual(result);
  });
});
