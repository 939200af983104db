import { CUSTOM, from, type Requirement, STATELESS, STDIO } from "./requirement.ts";

export const caching: readonly Requirement[] = [
  ...from("guide, Response caching", [
    ["cache.off-by-default", "Without `cache` every request is sent.", STATELESS],
    [
      "cache.methods",
      "Complete results of discover, list pages and resource reads are cached, and no others.",
      STATELESS,
    ],
    ["cache.hints", "Only with a positive `ttlMs` and a `cacheScope` of public or private.", STATELESS],
    ["cache.expiry", "A result expires `ttlMs` after it arrived.", STATELESS],
    ["cache.entries", "At most 256 results; the least recently used goes first.", STATELESS],
    ["cache.bytes", "At most 16 MiB; the least recently used goes first.", STATELESS],
    ["cache.oversize", "A result over the byte limit is not stored.", STATELESS],
    [
      "cache.public",
      "Public results are shared by clients of one endpoint, version, client metadata and headers.",
      STATELESS,
    ],
    ["cache.private", "Private results belong to the credentials of the request and the session.", STATELESS],
    ["cache.stdio", "Each server process has a namespace of its own.", { ...STATELESS, ...STDIO }],
    ["cache.no-credentials", "No token and no authorization header is kept in a key.", STATELESS],
    [
      "cache.custom",
      "A custom transport reuses public results and stores no private ones.",
      { ...STATELESS, ...CUSTOM },
    ],
    ["cache.invalidate-lists", "A list-changed notification drops the pages of its lists.", STATELESS],
    ["cache.invalidate-resource", "A resource update drops the reads of that URI.", STATELESS],
    [
      "cache.invalidate-at-once",
      "Invalidation happens when the event reaches the client, demanded or not.",
      STATELESS,
    ],
    ["cache.bypass", "`bypassCache` sends the request and leaves entries alone.", STATELESS],
    ["cache.call-options", "Requests with other per-call options are sent and not cached.", STATELESS],
  ]),
  ...from("decision: wider than the guide", [
    ["cache.refresh", "`refresh` sends the request and rewrites the entry (report 130).", STATELESS],
    [
      "cache.input-rounds",
      "The result of an input round is never stored (official client, statement 3).",
      STATELESS,
    ],
    ["cache.generation", "What was asked before an invalidation is not stored after it.", STATELESS],
    [
      "cache.single-flight",
      "Equal reads under way share one request; its failure is not remembered.",
      STATELESS,
    ],
    ["cache.isolation", "Nobody can change a cached result.", STATELESS],
    ["cache.pages", "Each page has its own clock; a refused cursor drops them all.", STATELESS],
    [
      "cache.shared-store",
      "A store shared by several processes holds public results, and invalidations reach all of them.",
      STATELESS,
    ],
    ["cache.store-failure", "A store that fails or hangs costs a request, never a call.", STATELESS],
  ]),
];
