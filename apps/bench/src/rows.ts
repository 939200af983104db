import type { Target } from "./contestants/contestant.ts";

/** How the contestants reach their server in a row; `none` for what is not about a connection. */
export type Way = Target["kind"] | "direct" | "none";

/** What is measured together, by one process. */
export type Group =
  | "calls"
  | "cached"
  | "connect"
  | "memory"
  | "subscriptions"
  | "import"
  | "command"
  | "size";

/** How a figure is printed. `count` is not compared. */
export type Unit = "time" | "bytes";

/** The most a figure of ours may be. */
type Budget = { readonly timesFloor: number } | { readonly most: number };

export interface Row {
  readonly id: string;
  readonly title: string;
  readonly way: Way;
  readonly group: Group;
  readonly unit: Unit;
  readonly budget?: Budget;
}

const MICROSECOND = 1;
const MILLISECOND = 1_000;

const overBoth = (
  name: string,
  title: string,
  group: Group,
  unit: Unit,
  budgets: { readonly stdio?: number; readonly http?: number } = {},
): Row[] =>
  (["stdio", "http"] as const).map((way) => {
    const timesFloor = budgets[way];
    const row = { id: `${way}.${name}`, title: `${way}: ${title}`, way, group, unit };
    return timesFloor === undefined ? row : { ...row, budget: { timesFloor } };
  });

/** Every row: times are CPU of the client's process, in microseconds for one operation. */
export const rows: readonly Row[] = [
  ...overBoth("one", "small call, one at a time", "calls", "time", { stdio: 1.2, http: 1.2 }),
  ...overBoth("many", "small call, 32 at once", "calls", "time", { stdio: 1.5, http: 1.2 }),
  ...overBoth("progress", "call with 1,000 progress", "calls", "time", { stdio: 2, http: 2 }),
  ...overBoth("big", "1 MiB result", "calls", "time", { stdio: 1.2, http: 1.2 }),
  ...overBoth("list", "list of 500 tools", "calls", "time", { stdio: 1.2, http: 1.2 }),
  {
    id: "direct.one",
    title: "direct: small call",
    way: "direct",
    group: "calls",
    unit: "time",
    budget: { most: 4 * MICROSECOND },
  },
  { id: "http.cached", title: "http: cached read", way: "http", group: "cached", unit: "time" },
  ...overBoth("connect", "connect, one call, close", "connect", "time"),
  ...overBoth("memory", "memory of a connection", "memory", "bytes"),
  ...overBoth("subscription", "memory of a subscription", "subscriptions", "bytes"),
  {
    id: "import",
    title: "import, CPU",
    way: "none",
    group: "import",
    unit: "time",
    budget: { most: 40 * MILLISECOND },
  },
  ...(["stdio", "http"] as const).map((way) => ({
    id: `command.${way}`,
    title: `command: CPU before it connects, ${way}`,
    way,
    group: "command" as const,
    unit: "time" as const,
    budget: { most: 120 * MILLISECOND },
  })),
  {
    id: "bundle",
    title: "browser bundle, minified",
    way: "none",
    group: "size",
    unit: "bytes",
    budget: { most: 60_000 },
  },
  {
    id: "bundle.gzip",
    title: "browser bundle, gzip",
    way: "none",
    group: "size",
    unit: "bytes",
    budget: { most: 20_000 },
  },
  { id: "install", title: "installed size", way: "none", group: "size", unit: "bytes" },
];

/** The rows whose id is one of the words, or starts with one, or has one as its last part; all without words. */
export function selectRows(words: readonly string[]): readonly Row[] {
  if (words.length === 0) return rows;
  return rows.filter(({ id }) =>
    words.some((word) => id === word || id.startsWith(`${word}.`) || id.endsWith(`.${word}`)),
  );
}
