import { responseCache } from "@snodo/cache";
import type { CacheLoad, CacheRequest, ConnectionCache } from "@snodo/protocol";
import { manualClock } from "@snodo/testing";
import fc from "fast-check";
import { must, mustBeUnpolluted } from "./support/must.ts";
import { type Target, target } from "./target.ts";

/** Names that run into each other where keys are joined carelessly. */
const NAMES = [
  "",
  "a",
  'a"',
  "a|",
  "a|b",
  "|",
  '","',
  "null",
  "__proto__",
  "a\u0000",
  "0",
  "\\",
  "a\\",
] as const;
const METHODS = [
  "tools/list",
  "resources/list",
  "resources/read",
  "prompts/list",
  "server/discover",
] as const;
const TTLS = [undefined, null, -1, 0, 1, 1_000, 1.5, "1000", Number.NaN, 2 ** 60] as const;
const SCOPES = ["public", "private", "private", undefined, null, "Public"] as const;

const name = fc.constantFrom(...NAMES);
/** Few, so that owners often share some of the three, and that they run into each other where they are joined. */
const few = fc.constantFrom("a", "a|", "|a");
const owner = fc.record({
  endpoint: fc.constantFrom("a", "a", "a|"),
  credentials: few,
  session: fc.option(few, { nil: undefined, freq: 3 }),
});
const read = fc.record({
  owner: fc.nat(2),
  method: fc.constantFrom(...METHODS),
  param: fc.option(fc.oneof(fc.constantFrom("a", ""), name), { nil: undefined }),
  ttlMs: fc.constantFrom(...TTLS),
  cacheScope: fc.constantFrom(...SCOPES),
  mode: fc.constantFrom(
    "use" as const,
    "use" as const,
    "use" as const,
    "refresh" as const,
    "bypass" as const,
  ),
  passes: fc.constantFrom(0, 0, 1, 999, 1_001),
});
type Owner = typeof owner extends fc.Arbitrary<infer T> ? T : never;
type Read = typeof read extends fc.Arbitrary<infer T> ? T : never;

/** A result as it was loaded: by whom, of what, when, and for how long. */
interface Loaded {
  readonly of: string;
  readonly from: Owner;
  readonly read: Read;
  readonly at: number;
}

/** Reads through the cache: a result that is handed out again is one of the same question, asked by one who may see it. */
export const cache: Target = target({
  name: "cache",
  share: 65,
  input: fc.record({
    owners: fc.array(owner, { minLength: 3, maxLength: 3 }),
    reads: fc.array(read, { minLength: 1, maxLength: 12 }),
  }),
  async run({ owners, reads }) {
    const clock = manualClock();
    const shared = responseCache({ clock });
    const connections = owners.map((each) => shared.attach(clientOf(each)));
    const loads: Loaded[] = [];
    for (const each of reads) {
      await clock.advance(each.passes);
      const from = owners[each.owner] as Owner;
      await check(connections[each.owner] as ConnectionCache, each, from, loads, clock.now());
    }
    for (const connection of connections) connection.detach();
    mustBeUnpolluted();
  },
});

async function check(
  connection: ConnectionCache,
  read: Read,
  from: Owner,
  loads: Loaded[],
  now: number,
): Promise<void> {
  const question = questionOf(read);
  const before = loads.length;
  const load = async (): Promise<CacheLoad> => {
    loads.push({ of: JSON.stringify(question), from, read, at: now });
    const hints = { ttlMs: read.ttlMs, cacheScope: read.cacheScope };
    return { result: { resultType: "complete", number: loads.length - 1, ...hints }, storable: true };
  };
  const { number } = (await connection.read({ ...question, mode: read.mode }, load)) as { number: number };
  if (loads.length > before) return must(number === before, "a fresh load gave another result");
  const source = loads[number] as Loaded;
  must(read.mode === "use", `${read.mode} was answered from the cache`);
  must(source.of === JSON.stringify(question), `${source.of} answered ${JSON.stringify(question)}`);
  must(source.from.endpoint === from.endpoint, "a result of another endpoint");
  const { ttlMs, cacheScope } = source.read;
  must(
    typeof ttlMs === "number" && ttlMs > 0 && Number.isInteger(ttlMs),
    `stored with a ttl of ${String(ttlMs)}`,
  );
  must(now - source.at < ttlMs, "a result that had expired");
  if (cacheScope === "public") return;
  must(cacheScope === "private", `stored with the scope ${String(cacheScope)}`);
  must(
    source.from.credentials === from.credentials && source.from.session === from.session,
    "a private result reached other credentials or another session",
  );
}

function questionOf({ method, param }: Read): Omit<CacheRequest, "mode"> {
  if (method === "server/discover") return { method, params: {} };
  if (method === "resources/read") return { method, params: { uri: param ?? "" } };
  return { method, params: param === undefined ? {} : { cursor: param } };
}

function clientOf({
  endpoint,
  credentials,
  session,
}: Owner): Parameters<ReturnType<typeof responseCache>["attach"]>[0] {
  return {
    scope: { endpoint, credentials: () => credentials },
    label: "the server",
    revision: "2026-07-28",
    metadata: "{}",
    sessionId: () => session,
  };
}
