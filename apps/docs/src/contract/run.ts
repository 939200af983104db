import { type ClientAdapter, type ClientReport, runClientContract } from "@snodo/testing";
import { aiSdk } from "./clients/ai-sdk.ts";
import { official } from "./clients/official.ts";
import { sdkV1 } from "./clients/sdk-v1.ts";
import { snodo, withoutNewest } from "./clients/snodo.ts";

/** The clients that are compared, by the names of their packages. */
export const clients: readonly ClientAdapter[] = [snodo, official, sdkV1, aiSdk];

/** How one client fared in one case. `revision`: it would have to speak 2026-07-28, and does not. */
export type Outcome = "passed" | "failed" | "revision" | "lacking";

/** One case of the contract. */
export interface ComparedCase {
  readonly group: string;
  readonly name: string;
  /** By client. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
}

const spokenNewest: ReadonlySet<ClientAdapter> = new Set([snodo, official]);

/**
 * Puts every client through the client contract of `@snodo/testing`, one after the other.
 *
 * @returns the cases with the outcome of each client
 */
export async function compare(): Promise<readonly ComparedCase[]> {
  const older = await runClientContract(withoutNewest);
  const reports = new Map<ClientAdapter, ClientReport>();
  for (const client of clients) {
    const without = client === aiSdk ? (["listen"] as const) : [];
    reports.set(client, await runClientContract(client, { without }));
  }
  return older.cases.map(({ group, name, outcome }, at) => ({
    group,
    name,
    outcomes: Object.fromEntries(
      [...reports].map(([client, { cases }]) => [
        client.name,
        outcomeOf(cases[at]?.outcome, outcome === "failed" && !spokenNewest.has(client)),
      ]),
    ),
  }));
}

function outcomeOf(outcome: "passed" | "failed" | "skipped" | undefined, needsNewest: boolean): Outcome {
  if (needsNewest) return "revision";
  return outcome === undefined || outcome === "skipped" ? "lacking" : outcome;
}
