// publint and arethetypeswrong on the tarballs (see check-pack.mjs).
import { readFileSync } from "node:fs";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { finish } from "./lib/report.mjs";
import { captureLater, eachOf } from "./lib/run.mjs";
import { tarballOf } from "./lib/tarballs.mjs";
import { packages, published } from "./lib/workspaces.mjs";

const problems = [];

for (const { manifest } of published) {
  const data = readFileSync(tarballOf(manifest));
  const tarball = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
  const { messages } = await publint({ pack: { tarball }, strict: true });
  for (const message of messages) problems.push(`${manifest.name}: ${formatMessage(message, manifest)}`);
}

await eachOf(packages, async ({ manifest }) => {
  try {
    await captureLater("attw", [tarballOf(manifest), "--profile", "esm-only", "--format", "ascii"]);
  } catch (error) {
    problems.push(`${manifest.name}: ${error.message}`);
  }
});

finish("manifests", problems, `publint and attw accept ${published.length} packages`);
