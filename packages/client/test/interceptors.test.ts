// @req client.interceptors
import { isMcpError } from "@snodo/protocol";
import { testServer } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import type { InterceptedRequest, Interceptor } from "../src/index.ts";
import { chain } from "../src/interceptors.ts";
import { dial, ERAS, failure, MATRIX, open, thrown } from "./support/clients.ts";
import { fault, rawServer } from "./support/raw-server.ts";
import { ASK, answering, inputRequired, roundServer } from "./support/rounds.ts";

const recording =
  (seen: InterceptedRequest[]): Interceptor =>
  (request, next) => {
    seen.push(request);
    return next(request);
  };

describe.each(MATRIX)("%s over %s", (protocol, over) => {
  test("wrap every call, the first one outermost", async () => {
    const log: string[] = [];
    const named =
      (name: string): Interceptor =>
      async (request, next) => {
        log.push(`${name}> ${request.method}`);
        const result = await next(request);
        log.push(`<${name}`);
        return result;
      };
    const server = testServer({
      tools: { a: {} },
      resources: { "file:///a": "A" },
      prompts: { p: () => "hi" },
    });
    const { client } = await dial(server, over, { protocol, interceptors: [named("one"), named("two")] });
    await client.callTool("a");
    await client.listTools();
    await client.readResource("file:///a");
    await client.getPrompt("p");
    await client.request("prompts/list");
    const methods = ["tools/call", "tools/list", "resources/read", "prompts/get", "prompts/list"];
    expect(log).toEqual(methods.flatMap((method) => [`one> ${method}`, `two> ${method}`, "<two", "<one"]));
  });

  test("see the request as the caller made it, and what was negotiated", async () => {
    const seen: InterceptedRequest[] = [];
    const server = testServer({ tools: { a: {} } });
    const { client } = await dial(server, over, {
      protocol,
      interceptors: [recording(seen)],
    });
    const options = { meta: { mine: 1 }, timeout: 5000 };
    await client.callTool("a", { x: 1 }, options);
    expect(seen[0]).toEqual({
      method: "tools/call",
      params: { name: "a", arguments: { x: 1 } },
      options,
      session: client.session,
    });
    expect(seen[0]?.session.protocolVersion).toBe(protocol);
  });
});

describe.each(ERAS)("%s", (protocol) => {
  const begin = async (
    interceptors: readonly Interceptor[],
    answers: readonly unknown[] = [{ content: [] }],
  ) => {
    let at = 0;
    const server = rawServer({
      methods: {
        "tools/call": () => {
          const answer = answers[Math.min(at, answers.length - 1)];
          at += 1;
          return answer;
        },
      },
    });
    return { server, ...(await open(server.transport, { protocol, interceptors })) };
  };

  test("may send something else, and give back something else", async () => {
    const { client, server } = await begin([
      async (request, next) => {
        const params = { ...request.params, name: "other" };
        const result = (await next({
          ...request,
          params,
          options: { ...request.options, meta: { added: 1 } },
        })) as object;
        return { ...result, seen: true };
      },
    ]);
    expect(await client.callTool("any")).toEqual({ content: [], seen: true });
    expect(server.requests("tools/call")[0]?.params).toMatchObject({ name: "other", _meta: { added: 1 } });
  });

  test("may answer without asking the server", async () => {
    const { client, server } = await begin([async () => ({ content: [], cached: true })]);
    expect(await client.callTool("any")).toEqual({ content: [], cached: true });
    expect(server.requests("tools/call")).toEqual([]);
  });

  test("may try again: `next` may be called more than once, each time under a new id", async () => {
    const retry: Interceptor = async (request, next) => {
      try {
        return await next(request);
      } catch (error) {
        if (isMcpError(error) && error.code === -32_603) return await next(request);
        throw error;
      }
    };
    const { client, server } = await begin([retry], [fault(-32_603), { content: [], second: true }]);
    expect(await client.callTool("any")).toEqual({ content: [], second: true });
    const ids = server.requests("tools/call").map(({ id }) => id as number);
    expect(ids[1]).toBe((ids[0] as number) + 1);
  });

  test("see failures, and may replace them", async () => {
    const seen: unknown[] = [];
    const { client } = await begin(
      [
        async (request, next) => {
          try {
            return await next(request);
          } catch (error) {
            seen.push(error);
            throw new Error("told another way", { cause: error });
          }
        },
      ],
      [fault(-31_000, "no", { x: 1 })],
    );
    const error = (await thrown(client.callTool("any"))) as Error;
    expect(error.message).toBe("told another way");
    expect(seen[0]).toBe(error.cause);
    expect(seen[0]).toMatchObject({ kind: "server", code: -31_000, data: { x: 1 } });
  });

  test.each<[string, Interceptor]>([
    [
      "throws",
      () => {
        throw new Error("policy");
      },
    ],
    ["rejects", () => Promise.reject(new Error("policy"))],
  ])("one that %s fails the call before anything is sent", async (_name, interceptor) => {
    const { client, server } = await begin([(request, next) => next(request), interceptor]);
    const before = server.received.length;
    expect(await thrown(client.callTool("any"))).toMatchObject({ message: "policy" });
    expect(server.received).toHaveLength(before);
  });

  test("what they send is checked like any call", async () => {
    const { client, server } = await begin([
      (request, next) => next({ ...request, options: { ...request.options, timeout: -1 } }),
    ]);
    expect(await thrown(client.callTool("any"))).toBeInstanceOf(TypeError);
    expect(server.requests("tools/call")).toEqual([]);
  });

  test("wrap `listen`, and may change its filter", async () => {
    const seen: unknown[] = [];
    const server = testServer({ tools: {}, resources: {} });
    const { client } = await dial(server, "pipe", {
      protocol,
      interceptors: [
        async (request, next) => {
          if (request.method !== "subscriptions/listen") return await next(request);
          seen.push(request.params);
          const params = { notifications: { toolsListChanged: true, resourceSubscriptions: ["file:///b"] } };
          return await next({ ...request, params });
        },
      ],
    });
    const subscription = await client.listen({
      toolsListChanged: true,
      resourceSubscriptions: ["file:///a"],
    });
    expect(seen).toEqual([
      { notifications: { toolsListChanged: true, resourceSubscriptions: ["file:///a"] } },
    ]);
    expect(subscription.accepted.resourceSubscriptions).toEqual(["file:///b"]);
    server.announce.resourceUpdated("file:///b");
    expect(await subscription.next()).toMatchObject({ value: { params: { uri: "file:///b" } } });
    await subscription.close();
  });

  test("may refuse or answer `listen` themselves", async () => {
    const server = testServer({ tools: {} });
    const refuse: Interceptor = async (request, next) => {
      if (request.method === "subscriptions/listen") throw new Error("not here");
      return await next(request);
    };
    const { client } = await dial(server, "pipe", { protocol, interceptors: [refuse] });
    expect(await thrown(client.listen({ toolsListChanged: true }))).toMatchObject({ message: "not here" });
    expect(server.openSubscriptions).toBe(0);
  });

  test("a changed filter is checked", async () => {
    const { client } = await begin([
      (request, next) => next({ ...request, params: { notifications: { resourceSubscriptions: "all" } } }),
    ]);
    expect(await thrown(client.listen({ toolsListChanged: true }))).toBeInstanceOf(TypeError);
  });
});

test("a whole flow of input rounds is one call to them", async () => {
  const requests: InterceptedRequest[] = [];
  const server = roundServer(inputRequired({ q: ASK.form }), inputRequired({ q: ASK.roots }), {
    content: [],
  });
  const { client } = await open(server.transport, {
    protocol: "2026-07-28",
    inputHandlers: answering().handlers,
    interceptors: [recording(requests)],
  });
  await client.callTool("any");
  expect(requests.map(({ method }) => method)).toEqual(["tools/call"]);
});

test("the handshake and what the library asks for itself are none of theirs", async () => {
  const requests: InterceptedRequest[] = [];
  const server = rawServer();
  const { client } = await open(server.transport, {
    protocol: "2025-11-25",
    logLevel: "info",
    interceptors: [recording(requests)],
  });
  await client.listen({ resourceSubscriptions: ["file:///a"] });
  expect(requests.map(({ method }) => method)).toEqual(["subscriptions/listen"]);
});

test("a call of a closed client is refused at its end", async () => {
  const { client } = await open(rawServer().transport, { interceptors: [(request, next) => next(request)] });
  await client.close();
  expect((await failure(client.callTool("any"))).reason).toEqual({ type: "closed" });
});

test("without interceptors there is no chain", () => {
  expect(chain([])).toBeUndefined();
});
