import { readFileSync } from "node:fs";
import { join } from "node:path";
import { clientContract } from "@snodo/testing";
import { shortName } from "../comparison/claims.ts";
import { root } from "../paths.ts";

/** How one client fared in one case. `apart`: the case needs something that the client does not have. */
type Outcome = "passed" | "failed" | "apart";

/** One case of the client contract, with what came of it. */
export interface ComparedCase {
  readonly title: string;
  /** By package. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /** What happens instead, by package. */
  readonly failures: Readonly<Record<string, string>>;
}

/** The packages, by the names that `apps/contract` uses. */
const CLIENTS: Readonly<Record<string, string>> = {
  snodo: "snodo",
  official: "@modelcontextprotocol/client",
  "sdk-v1": "@modelcontextprotocol/sdk",
  "ai-sdk": "@ai-sdk/mcp",
};
const SIGNS: Readonly<Record<Outcome, string>> = { passed: "✓", failed: "**✗**", apart: "·" };

/** What each client is known to fail: `apps/contract` runs the cases and holds the list against what comes of them. */
export function readCompared(): readonly ComparedCase[] {
  const file = join(root, "apps/contract/known-failures.json");
  const known = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, Record<string, string>>>;
  const entries = Object.entries(CLIENTS);
  return clientContract.map(({ group, name }) => {
    const title = `${group}: ${name}`;
    const said = entries.map(([id, client]): [string, string | undefined] => [client, known[id]?.[title]]);
    return {
      title,
      outcomes: Object.fromEntries(said.map(([client, what]) => [client, outcomeOf(what)])),
      failures: Object.fromEntries(
        said.flatMap(([client, what]) => (what === undefined ? [] : [[client, what]])),
      ),
    };
  });
}

function outcomeOf(what: string | undefined): Outcome {
  if (what === undefined) return "passed";
  return what.startsWith("does not ") ? "apart" : "failed";
}

/** How many cases each client passes and fails, and how many say nothing about it. */
export function totals(cases: readonly ComparedCase[]): string {
  const count = (client: string, outcome: Outcome): number =>
    cases.filter(({ outcomes }) => outcomes[client] === outcome).length;
  return [
    "| | passed | failed | do not apply |",
    "|---|--:|--:|--:|",
    ...Object.values(CLIENTS).map(
      (client) =>
        `| \`${client}\` | ${count(client, "passed")} | ${count(client, "failed")} | ${count(client, "apart")} |`,
    ),
  ].join("\n");
}

/** Every case, a line each; then what happens where one fails. */
export function caseTable(cases: readonly ComparedCase[]): string {
  const clients = Object.values(CLIENTS);
  const failed = clients.flatMap((client) =>
    cases
      .filter(({ outcomes }) => outcomes[client] === "failed")
      .map(({ title, failures }) => `| ${shortName(client)} | ${title} | ${failures[client]} |`),
  );
  return [
    `| | ${clients.map(shortName).join(" | ")} |`,
    `|---|${clients.map(() => ":-:|").join("")}`,
    ...cases.map(
      ({ title, outcomes }) =>
        `| ${title} | ${clients.map((client) => SIGNS[outcomes[client] ?? "apart"]).join(" | ")} |`,
    ),
    "",
    "| client | case | what happens |",
    "|---|---|---|",
    ...failed,
  ].join("\n");
}
