// Everything about what is published: exports, lint of the manifests, reachable modules, tarballs, types, size.
import { run } from "./lib/run.mjs";
import { packages } from "./lib/workspaces.mjs";

/** @type {[string, () => Promise<number>][]} */
const steps = [
  ["exports", () => run("node", ["scripts/check-exports.mjs"])],
  ["lines", () => run("node", ["scripts/check-lines.mjs"])],
  ["leaks", () => run("node", ["scripts/check-leaks.mjs"])],
  ["pack", () => run("node", ["scripts/check-pack.mjs"])],
  ["publint and attw", () => run("node", ["scripts/check-manifests.mjs"])],
  ["dist-types", () => run("node", ["scripts/check-dist-types.mjs"])],
  ["examples", () => run("node", ["scripts/check-examples.mjs"])],
  ["readmes", () => run("node", ["scripts/check-readmes.mjs"])],
  ["size", () => run("node", ["scripts/size.mjs"])],
];

const failed = [];
for (const [name, work] of steps) {
  const started = performance.now();
  if ((await work()) !== 0) failed.push(name);
  console.log(`   ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
if (failed.length > 0) {
  console.error(`packaging of ${packages.length} packages: ${failed.join(", ")} failed`);
  process.exitCode = 1;
}
