// The client's side of the response cache: changes, reads at the same time, pages.
// @req cache.invalidate-lists, cache.invalidate-resource, cache.invalidate-at-once, cache.input-rounds
// @req cache.single-flight, cache.pages, cache.generation, rule.21, rule.22, rule.23
import { manualClock } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { cached, HINT, READS } from "../support/cached.ts";
import { failure, thrown } from "../support/clients.ts";
import { fault, type RawMethod } from "../support/raw-server.ts";
import { ANSWER, ASK, answering, inputRequired } from "../support/rounds.ts";
import { responseCache } from "../support/siblings.ts";
import { event } from "../support/watched.ts";

describe("changes", () => {
  test.each([
    ["notifications/tools/list_changed", ["tools/list"]],
    ["notifications/prompts/list_changed", ["prompts/list"]],
    ["notifications/resources/list_changed", ["resources/list", "resources/templates/list"]],
  ])("%s drops %j the moment it reaches the client, demanded or not", async (notification, dropped) => {
    const { client, server, count } = await cached();
    await client.listen({ toolsListChanged: true });
    const { id } = await server.arrived("subscriptions/listen");
    const reads = Object.entries(READS);
    for (const [, read] of reads) await read(client);
    event(server, id, notification);
    for (const [, read] of reads) await read(client);
    for (const [method] of reads)
      expect([method, count(method)]).toEqual([method, dropped.includes(method) ? 2 : 1]);
  });

  test("a resource update drops the reads of that URI alone", async () => {
    const { client, server, count } = await cached();
    const subscription = await client.listen({ resourceSubscriptions: ["file:///a"] });
    const { id } = await server.arrived("subscriptions/listen");
    await client.readResource("file:///a");
    await client.readResource("file:///b");
    event(server, id, "notifications/resources/updated", { uri: "file:///a" });
    await client.readResource("file:///b");
    expect(count("resources/read")).toBe(2);
    await client.readResource("file:///a");
    expect(count("resources/read")).toBe(3);
    await subscription.close();
  });

  test("one that arrives outside of a subscription counts as well", async () => {
    const { client, server, count } = await cached();
    await client.listTools();
    server.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
    await client.listTools();
    expect(count("tools/list")).toBe(2);
  });

  test("what was asked before a change is not kept after it", async () => {
    const answers: ((result: unknown) => void)[] = [];
    const { client, server, count } = await cached(
      {},
      {
        "tools/list": () => new Promise((resolve) => answers.push(resolve)),
      },
    );
    const first = client.listTools();
    await server.arrived("tools/list");
    server.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
    answers[0]?.({ ...HINT, tools: [] });
    await first;
    const second = client.listTools();
    await server.arrived("tools/list", 2);
    answers[1]?.({ ...HINT, tools: [] });
    await second;
    expect(count("tools/list")).toBe(2);
  });
});

test("the result of an input round is handed out and never kept", async () => {
  const { client, count } = await cached(
    { inputHandlers: answering().handlers },
    {
      "resources/read": ({ params }) =>
        params?.["inputResponses"] === undefined
          ? { ...HINT, ...inputRequired({ q: ASK.form }) }
          : { ...HINT, contents: [] },
    },
  );
  await client.readResource("file:///a");
  await client.readResource("file:///a");
  expect(count("resources/read")).toBe(4);
  await client.readResource("file:///a", { inputResponses: { q: ANSWER.form } });
  await client.readResource("file:///a", { inputResponses: { q: ANSWER.form } });
  expect(count("resources/read")).toBe(6);
});

describe("equal reads at the same time", () => {
  const slow = async () => {
    const answers: ((result: unknown) => void)[] = [];
    const opened = await cached({}, { "tools/list": () => new Promise((resolve) => answers.push(resolve)) });
    return { ...opened, answer: (at: number) => answers[at]?.({ ...HINT, tools: [] }) };
  };

  test("share one request, and one failure", async () => {
    const { client, server, count, answer } = await slow();
    const reads = [client.listTools(), client.listTools(), client.listTools()];
    await server.arrived("tools/list");
    answer(0);
    await Promise.all(reads);
    expect(count("tools/list")).toBe(1);
    const failing = await cached({}, { "tools/list": () => fault(-32_603, "db down") });
    for (const error of await Promise.all([
      failure(failing.client.listTools()),
      failure(failing.client.listTools()),
    ])) {
      expect(error.message).toBe("db down");
    }
    expect(failing.count("tools/list")).toBe(1);
    await failure(failing.client.listTools());
    expect(failing.count("tools/list")).toBe(2);
  });

  test("a caller that gives up fails nobody else", async () => {
    const { client, server, count, answer } = await slow();
    const controller = new AbortController();
    const given = thrown(client.listTools({ signal: controller.signal }));
    const kept = client.listTools();
    await server.arrived("tools/list", 2);
    controller.abort("enough");
    expect(await given).toBe("enough");
    answer(1);
    expect(await kept).toEqual([]);
    expect(count("tools/list")).toBe(2);
  });

  test("a caller that waits for another's request may stop waiting", async () => {
    const { client, server, answer } = await slow();
    const controller = new AbortController();
    const first = client.listTools();
    await server.arrived("tools/list");
    const given = thrown(client.listTools({ signal: controller.signal }));
    controller.abort("enough");
    expect(await given).toBe("enough");
    answer(0);
    expect(await first).toEqual([]);
  });
});

test("a page whose cursor was refused restarts the list, once, with nothing of the old pages", async () => {
  let generation = 1;
  const page =
    (from: number): RawMethod =>
    ({ params }) => {
      const cursor = params?.["cursor"];
      const name = `${generation}-${String(cursor ?? "first")}`;
      if (cursor !== undefined && cursor !== `c${generation}`) return fault(-32_602, "unknown cursor");
      const more = cursor === undefined ? { nextCursor: `c${generation}` } : {};
      return {
        ttlMs: cursor === undefined ? 60_000 : from,
        cacheScope: "public",
        prompts: [{ name }],
        ...more,
      };
    };
  const clock = manualClock();
  const { client, count } = await cached(
    { clock, cache: responseCache({ clock }) },
    { "prompts/list": page(10) },
  );
  expect((await client.listPrompts()).map(({ name }) => name)).toEqual(["1-first", "1-c1"]);
  await clock.advance(20);
  generation = 2;
  expect((await client.listPrompts()).map(({ name }) => name)).toEqual(["2-first", "2-c2"]);
  expect(count("prompts/list")).toBe(2 + 1 + 2);
});
