import { direct, responseCache } from "snodo";
import { equal, failure, ok, textOf } from "../expect.ts";
import { everything } from "../fixture/everything.ts";
import type { PortableCase } from "../portable-case.ts";

const REVISIONS = ["2026-07-28", "2025-11-25"] as const;

export const directCases: readonly PortableCase[] = [
  ...REVISIONS.map((protocol) => ({
    name: `direct: a server in this process is called in ${protocol}`,
    run: async () => {
      await using client = await direct(everything(), { protocol });
      equal(client.session.protocolVersion, protocol);
      equal(textOf(await client.callTool("echo", { text: "here" })), "here");
    },
  })),
  {
    name: "direct: progress and input work as over a wire",
    async run() {
      await using client = await direct(everything(), {
        inputHandlers: { form: () => ({ action: "accept", content: { name: "Bo" } }) },
      });
      const seen: number[] = [];
      await client.callTool("count", { to: 3 }, { onProgress: ({ progress }) => seen.push(progress) });
      equal(seen, [1, 2, 3]);
      equal(textOf(await client.callTool("ask")), "Hello Bo");
    },
  },
  {
    name: "direct: values cross as copies",
    async run() {
      const kept: object[] = [];
      await using client = await direct({
        revisions: ["2026-07-28"],
        dispatch: ({ id, params }) => {
          kept.push(params ?? {});
          return {
            jsonrpc: "2.0",
            id,
            result: { resultType: "complete", content: [], structuredContent: kept },
          };
        },
      });
      const args = { list: [1] };
      await client.callTool("keep", args);
      args.list.push(2);
      equal((kept[0] as { arguments?: object }).arguments, { list: [1] });
    },
  },
  {
    name: "direct: a server that throws answers an internal error",
    async run() {
      await using client = await direct({
        revisions: ["2026-07-28"],
        dispatch: () => {
          throw new Error("oops");
        },
      });
      equal((await failure(client.callTool("x"), "server_error")).code, -32603);
    },
  },
  {
    name: "direct: a subscription is told of a change",
    async run() {
      await using client = await direct(everything());
      await using subscription = await client.listen({ resourceSubscriptions: ["memo:watched"] });
      await client.callTool("touch");
      const { value } = await subscription.next();
      ok(value?.type === "notification", `an event of type ${value?.type}`);
    },
  },
];

/** A server that counts how often its resource is read. */
function counted(cacheScope: "public" | "private", ttlMs: number) {
  let reads = 0;
  return {
    revisions: ["2026-07-28"] as const,
    dispatch: ({ id, method }: { readonly id: number | string; readonly method: string }) => {
      const discovered = {
        supportedVersions: ["2026-07-28"],
        capabilities: { resources: {} },
        ttlMs: 0,
        cacheScope,
      };
      const contents = [{ uri: "memo:a", text: String(method === "resources/read" ? ++reads : 0) }];
      const result = method === "server/discover" ? discovered : { contents, ttlMs, cacheScope };
      return { jsonrpc: "2.0" as const, id, result: { resultType: "complete", ...result } };
    },
  };
}

async function readTwice(
  cacheScope: "public" | "private",
  ttlMs: number,
  options: object = {},
): Promise<string[]> {
  await using client = await direct(counted(cacheScope, ttlMs), { cache: responseCache() });
  const read = async (call: object) => {
    const [content] = (await client.readResource("memo:a", call)).contents;
    return String((content as { text?: string }).text);
  };
  return [await read({}), await read(options), await read({})];
}

export const cacheCases: readonly PortableCase[] = [
  {
    name: "cache: what may be kept is not fetched again",
    run: async () => equal(await readTwice("public", 60_000), ["1", "1", "1"]),
  },
  {
    name: "cache: what is private is kept for those who may see it",
    run: async () => equal(await readTwice("private", 60_000), ["1", "1", "1"]),
  },
  {
    name: "cache: what may not be kept is fetched each time",
    run: async () => equal(await readTwice("public", 0), ["1", "2", "3"]),
  },
  {
    name: "cache: bypassing leaves the entry alone",
    run: async () => equal(await readTwice("public", 60_000, { bypassCache: true }), ["1", "2", "1"]),
  },
  {
    name: "cache: refreshing rewrites the entry",
    run: async () => equal(await readTwice("public", 60_000, { refresh: true }), ["1", "2", "2"]),
  },
  {
    name: "cache: a kept result cannot be spoilt",
    async run() {
      await using client = await direct(counted("public", 60_000), { cache: responseCache() });
      const { contents } = (await client.readResource("memo:a")) as { contents: unknown[] };
      // Refused or without effect on what is kept: either is fine.
      await Promise.resolve()
        .then(() => contents.pop())
        .catch(() => undefined);
      equal((await client.readResource("memo:a")).contents.length, 1);
    },
  },
];
