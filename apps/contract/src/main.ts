// `pnpm contract`: this client and the official one through the client contract, side by side.
import { readFileSync, writeFileSync } from "node:fs";
import { compareClients } from "@snodo/testing";
import { type AdapterName, adapters } from "./adapters/adapters.ts";
import { type KnownFailures, surprises } from "./known-failures.ts";
import { type Played, play } from "./played.ts";

const names = Object.keys(adapters) as readonly AdapterName[];
const listed = new URL("../known-failures.json", import.meta.url);

/** Says what is not as the list says; returns how many such things there are. */
function judge({ report, unhandled }: Played, known: KnownFailures): number {
  const { unexpected, stale } = surprises(report, known);
  for (const title of unexpected)
    console.log(`${report.client}: fails, and known-failures.json does not say so: ${title}`);
  for (const title of stale)
    console.log(`${report.client}: stale in known-failures.json, for it does not fail: ${title}`);
  for (const reason of unhandled) console.log(`${report.client}: left a rejection unhandled: ${reason}`);
  return unexpected.length + stale.length;
}

async function main(): Promise<void> {
  const known = JSON.parse(readFileSync(listed, "utf8")) as Readonly<Record<AdapterName, KnownFailures>>;
  // One after the other: the cases tell a hang by the clock, and two processes would slow each other.
  const played: Played[] = [];
  for (const name of names) played.push(await play(name));
  console.log(compareClients(played.map(({ report }) => report)));
  console.log();
  let failed = 0;
  let passed = 0;
  for (const [at, name] of names.entries()) {
    const outcome = played[at] as Played;
    const wrong = judge(outcome, known[name]) + (name === "snodo" ? outcome.unhandled.length : 0);
    failed += wrong;
    passed += Math.max(0, outcome.report.cases.length - wrong);
  }
  // Lets `npm test` add the cases to its count; see scripts/test.mjs.
  const file = process.env["SNODO_COUNTS"];
  if (file !== undefined) writeFileSync(file, JSON.stringify({ passed, failed }));
  if (failed > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
