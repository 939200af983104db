import { describe, expect, test } from "vitest";
import { Partitions } from "../src/reads/partition.ts";
import { clientOf, deferred, harness, PRIVATE, page, TOOLS, type Who } from "./support/harness.ts";

async function sentByTwo(first: Who, second: Who, hints?: object): Promise<number> {
  const { connect } = harness();
  const [a, b] = [connect(first), connect(second)];
  a.answer = page("a", hints);
  b.answer = page("b", hints);
  await a.read(TOOLS);
  await b.read(TOOLS);
  return a.sent.length + b.sent.length;
}

// @req cache.public
describe("public results", () => {
  test("are shared, whatever the credentials and the session", async () => {
    expect(await sentByTwo({}, {})).toBe(1);
    expect(
      await sentByTwo({ credentials: () => "a", session: "1" }, { credentials: () => "b", session: "2" }),
    ).toBe(1);
  });

  test.each([
    ["endpoint", { endpoint: "https://example.org/" }],
    ["client metadata", { metadata: '["other"]' }],
  ])("are not shared with another %s", async (_what, other) => {
    expect(await sentByTwo({}, other)).toBe(2);
  });

  test("outlive the connection that read them", async () => {
    const { connect } = harness();
    const first = connect();
    const result = await first.read(TOOLS);
    first.cache.detach();
    expect(await connect().read(TOOLS)).toBe(result);
  });

  test("are found without asking for credentials", async () => {
    const { connect } = harness();
    let asked = 0;
    const credentials = (): string => {
      asked += 1;
      return "a";
    };
    const server = connect({ credentials });
    await server.read(TOOLS);
    asked = 0;
    await server.read(TOOLS);
    expect(asked).toBe(0);
  });
});

// @req cache.private, rule.22
describe("private results", () => {
  test("are shared by connections with the same credentials and session", async () => {
    const same = { credentials: () => "digest", session: "s" };
    expect(await sentByTwo(same, same, PRIVATE)).toBe(1);
    expect(await sentByTwo({}, {}, PRIVATE)).toBe(1);
  });

  test.each<[string, Who]>([
    ["credentials", { credentials: () => "digest2", session: "s" }],
    ["session", { credentials: () => "digest", session: "s2" }],
    ["endpoint", { credentials: () => "digest", session: "s", endpoint: "https://example.org/" }],
  ])("are not shared with other %s", async (_what, other) => {
    expect(await sentByTwo({ credentials: () => "digest", session: "s" }, other, PRIVATE)).toBe(2);
  });

  test("credentials that look like a session stay credentials", async () => {
    expect(
      await sentByTwo({ credentials: () => 'a","b' }, { credentials: () => "a", session: "b" }, PRIVATE),
    ).toBe(2);
  });

  test("are read at once when the credentials are at hand, else after a promise", async () => {
    const { connect } = harness();
    const now = connect({ credentials: () => "x" });
    now.answer = page(1, PRIVATE);
    const result = await now.read(TOOLS);
    expect(now.readNow(TOOLS)).toBe(result);
    const later = connect({ credentials: async () => "x" });
    expect(later.readNow(TOOLS)).toBeInstanceOf(Promise);
    expect(await later.read(TOOLS)).toBe(result);
    expect(later.sent).toEqual([]);
  });

  test("are not stored when the credentials changed while the request was under way", async () => {
    const { connect, cache } = harness();
    let token = "old";
    const server = connect({ credentials: () => token });
    server.answer = () => {
      token = "new";
      return page(1, PRIVATE);
    };
    await server.read(TOOLS);
    expect(cache.stats().entries).toBe(0);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("no token");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no token"))],
  ])("are not stored when asking for credentials %s, and the read goes on", async (_how, credentials) => {
    const { connect, cache } = harness();
    const server = connect({ credentials });
    server.answer = page(1, PRIVATE);
    expect(await server.read(TOOLS)).toEqual(page(1, PRIVATE));
    expect(cache.stats().entries).toBe(0);
    server.answer = page(2);
    await server.read(TOOLS);
    expect(cache.stats().entries).toBe(1);
  });

  test("an invalidation while the credentials are asked for again is heeded", async () => {
    const { connect, cache } = harness();
    const held = deferred();
    let asked = 0;
    const server = connect({
      credentials: (): string | Promise<string> => {
        asked += 1;
        return asked === 2 ? (held.promise as Promise<string>) : "a";
      },
    });
    server.answer = page(1, PRIVATE);
    const reading = server.read(TOOLS);
    await new Promise(setImmediate);
    server.cache.dropPages("tools/list");
    held.resolve("a");
    await reading;
    expect(cache.stats().entries).toBe(0);
  });
});

// @req cache.stdio
test("two processes of one command share nothing, since their endpoints differ", async () => {
  expect(await sentByTwo({ endpoint: "stdio:1" }, { endpoint: "stdio:2" })).toBe(2);
});

// @req cache.custom
describe("custom transports", () => {
  test("reuse public results, also after reconnecting", async () => {
    const { connect } = harness();
    const source = {};
    const first = connect({ custom: true, source });
    const result = await first.read(TOOLS);
    expect(await first.read(TOOLS)).toBe(result);
    first.cache.detach();
    expect(await connect({ custom: true, source }).read(TOOLS)).toBe(result);
  });

  test("store no private ones", async () => {
    const { connect, cache } = harness();
    const server = connect({ custom: true, source: {} });
    server.answer = page(1, PRIVATE);
    await server.read(TOOLS);
    await server.read(TOOLS);
    expect(server.sent).toHaveLength(2);
    expect(cache.stats().entries).toBe(0);
  });

  test("do not share with another transport of the same label", async () => {
    expect(await sentByTwo({ custom: true, source: {} }, { custom: true, source: {} })).toBe(2);
    expect(await sentByTwo({ custom: true }, { custom: true })).toBe(2);
  });
});

// @req cache.no-credentials
test("a private key holds the digest the transport gave, never more", async () => {
  const partitions = new Partitions(clientOf({ credentials: () => "digest", session: "s" }), "7|");
  expect(partitions.current()).toBe('7|["digest","s"]|');
  const without = new Partitions(clientOf({ custom: true }), "7|");
  expect(without.current()).toBeUndefined();
});
