// Packs every published package and installs the tarballs alone, as a user gets them.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { capture, captureLater, eachOf, root } from "./run.mjs";
import { published } from "./workspaces.mjs";

const out = join(root, ".cache/pack");

const clone = createHash("sha256").update(root).digest("hex").slice(0, 12);

/** Where the tarballs are installed: outside the repository, or a missing dependency would be found in it. */
export const consumer = join(realpathSync(tmpdir()), `snodo-consumer-${clone}`);

/**
 * The tarball of a package, made by `pack`.
 * @param {{ name: string, version: string }} manifest
 */
export function tarballOf(manifest) {
  return join(out, `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`);
}

export async function pack() {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  await eachOf(published, ({ path }) =>
    captureLater("pnpm", ["pack", "--pack-destination", out], { cwd: path }),
  );
  for (const { manifest } of published) {
    if (!existsSync(tarballOf(manifest)))
      throw new Error(`no ${tarballOf(manifest)} among ${readdirSync(out).join(" ")}`);
  }
}

/**
 * @param {string} tarball
 * @returns {string[]} the paths inside, without the leading `package/`
 */
export function filesIn(tarball) {
  const listed = capture("tar", ["-tzf", tarball]).trim().split("\n");
  return listed.map((file) => file.replace(/^package\//, ""));
}

export function install() {
  rmSync(consumer, { recursive: true, force: true });
  mkdirSync(consumer, { recursive: true });
  const dependencies = Object.fromEntries(
    published.map(({ manifest }) => [manifest.name, `file:${tarballOf(manifest)}`]),
  );
  const manifest = { name: "consumer", private: true, type: "module", dependencies };
  writeFileSync(join(consumer, "package.json"), JSON.stringify(manifest, null, 2));
  const flags = [
    // Each package sees only what it declares.
    "--install-strategy=linked",
    "--omit=dev",
    "--omit=optional",
    "--omit=peer",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
  ];
  capture("npm", ["install", ...flags, "--prefer-offline", "--loglevel=error"], { cwd: consumer });
}
