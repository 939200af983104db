import { ErrorCode, isObject, type JsonObject, own } from "@snodo/protocol";
import type { Probe } from "../probe.ts";

/** One kind of list. */
export interface ListKind {
  readonly method: string;
  /** The result's member that holds the items. */
  readonly key: string;
  /** The member that names an item. */
  readonly id: string;
  readonly capability: string;
}

export const TOOLS: ListKind = { method: "tools/list", key: "tools", id: "name", capability: "tools" };
export const RESOURCES: ListKind = {
  method: "resources/list",
  key: "resources",
  id: "uri",
  capability: "resources",
};
export const TEMPLATES: ListKind = {
  method: "resources/templates/list",
  key: "resourceTemplates",
  id: "uriTemplate",
  capability: "resources",
};
export const PROMPTS: ListKind = {
  method: "prompts/list",
  key: "prompts",
  id: "name",
  capability: "prompts",
};

/** No real list has more pages. */
const MOST_PAGES = 1000;
/** What no server gives out. */
const BAD_CURSOR = "snodo-check: not a cursor of yours";

/**
 * Walks a list to its end and judges it as a whole.
 *
 * @param probe - on a server that announced the list's capability
 * @param kind - which list
 * @returns the items that are objects, all pages joined
 */
export async function walkList(probe: Probe, kind: ListKind): Promise<readonly JsonObject[]> {
  const items = await pages(probe, kind);
  if (items === undefined) return [];
  judgeNames(probe, kind, items);
  const again = await pages(probe, kind);
  const names = namesOf(items, kind);
  probe.examiner.note("list-stable", again === undefined || same(names, namesOf(again, kind)), () => ({
    subject: kind.method,
    problem: "asked twice, it listed its items in another order or listed others",
    evidence: { first: names.slice(0, 10), second: namesOf(again ?? [], kind).slice(0, 10) },
  }));
  const bad = await probe.request(kind.method, { cursor: BAD_CURSOR });
  probe.examiner.note("unknown-cursor", bad.error?.code === ErrorCode.InvalidParams, () => ({
    subject: kind.method,
    problem: "a cursor the server never gave out was not refused with -32602",
    evidence: bad.error ?? bad.result ?? bad.failure,
  }));
  return items;
}

async function pages(probe: Probe, kind: ListKind): Promise<readonly JsonObject[] | undefined> {
  const { examiner } = probe;
  const items: JsonObject[] = [];
  const cursors = new Set<string>();
  const scopes = new Set<unknown>();
  let cursor: string | undefined;
  for (let turn = 0; turn < MOST_PAGES; turn += 1) {
    const { result, error } = await probe.request(kind.method, cursor === undefined ? {} : { cursor });
    if (turn === 0) {
      examiner.note("capability-honest", error?.code !== ErrorCode.MethodNotFound, () => ({
        subject: kind.capability,
        problem: `${kind.method} does not exist, though ${kind.capability} was announced`,
        evidence: error,
      }));
    }
    if (result === undefined) {
      if (cursor !== undefined && error !== undefined) {
        examiner.note("paging-ends", false, () => ({
          subject: kind.method,
          problem: "the server refused a cursor it had given out",
          evidence: error,
        }));
      }
      return undefined;
    }
    const page = own(result, kind.key);
    if (Array.isArray(page)) items.push(...page.filter(isObject));
    scopes.add(own(result, "cacheScope"));
    const next = own(result, "nextCursor");
    if (typeof next !== "string") break;
    const repeated = cursors.has(next);
    if (repeated || turn === MOST_PAGES - 1) {
      examiner.note("paging-ends", false, () => ({
        subject: kind.method,
        problem: repeated ? "a cursor came a second time" : `there are more than ${MOST_PAGES} pages`,
        evidence: next,
      }));
      return items;
    }
    cursors.add(next);
    cursor = next;
  }
  examiner.note("paging-ends", true, () => ({ subject: kind.method, problem: "" }));
  if (probe.era === "stateless") {
    examiner.note("cache-scope-shared", scopes.size <= 1, () => ({
      subject: kind.method,
      problem: `its pages have the scopes ${JSON.stringify([...scopes])}`,
    }));
  }
  return items;
}

function judgeNames(probe: Probe, kind: ListKind, items: readonly JsonObject[]): void {
  const names = namesOf(items, kind);
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  probe.examiner.note("names-unique", twice.length === 0, () => ({
    subject: kind.method,
    problem: `listed more than once: ${[...new Set(twice)].join(", ")}`,
  }));
}

function namesOf(items: readonly JsonObject[], { id }: ListKind): readonly string[] {
  return items.map((item) => String(own(item, id)));
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, at) => name === b[at]);
}
