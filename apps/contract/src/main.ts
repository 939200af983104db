// `pnpm contract`: this client and others through the client contract, side by side.
import { readFileSync, writeFileSync } from "node:fs";
import { compareClients } from "@snodo/testing";
import { type AdapterName, adapters } from "./adapters/adapters.ts";
import { type KnownFailures, type Surprises, surprises } from "./known-failures.ts";
import { type Played, play } from "./played.ts";

const names = Object.keys(adapters) as readonly AdapterName[];
const listed = new URL("../known-failures.json", import.meta.url);

/** As the first run, unless it surprises: a busy machine hides some failures and makes others, so it has to do so twice. */
async function confirmed(name: AdapterName, first: Played, known: KnownFailures): Promise<Surprises> {
  const before = surprises(first.report, known);
  if (before.unexpected.length + before.stale.length === 0) return before;
  const again = surprises((await play(name)).report, known);
  return {
    unexpected: before.unexpected.filter((title) => again.unexpected.includes(title)),
    stale: before.stale.filter((title) => again.stale.includes(title)),
  };
}

/** Says what is not as the list says; returns how many such things there are. */
function judge({ report, unhandled }: Played, { unexpected, stale }: Surprises): number {
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
    const found = await confirmed(name, outcome, known[name]);
    const wrong = judge(outcome, found) + (name === "snodo" ? outcome.unhandled.length : 0);
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
