// Pins who may depend on whom, and on what. A new arrow or dependency needs a reason and a change here.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly type?: string;
  readonly license?: string;
  readonly sideEffects?: boolean;
  readonly engines?: { readonly node?: string };
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL("..", import.meta.url));

function readManifests(folder: string): Map<string, Manifest> {
  const found = readdirSync(`${root}${folder}`)
    .filter((name) => existsSync(`${root}${folder}/${name}/package.json`))
    .map((name): [string, Manifest] => [
      name,
      JSON.parse(readFileSync(`${root}${folder}/${name}/package.json`, "utf8")) as Manifest,
    ]);
  return new Map(found);
}

const packages = readManifests("packages");
const apps = readManifests("apps");
const isOurs = (name: string) => name === "snodo" || name.startsWith("@snodo/");
const names = (record: Readonly<Record<string, string>> | undefined) => Object.keys(record ?? {}).sort();

/** Every runtime dependency of every published library package: ours, then third-party. */
const libraries: Readonly<Record<string, readonly [ours: readonly string[], others: readonly string[]]>> = {
  protocol: [[], []],
  client: [["@snodo/protocol"], []],
  stdio: [["@snodo/protocol"], ["cross-spawn"]],
  http: [["@snodo/protocol"], ["undici"]],
  cache: [["@snodo/protocol"], ["lru-cache"]],
  oauth: [["@snodo/protocol"], ["oauth4webapi", "zod"]],
  testing: [["@snodo/protocol"], ["zod"]],
  interop: [["@snodo/http", "@snodo/protocol"], []],
  tasks: [["@snodo/client", "@snodo/protocol"], []],
  // The specification asks for the frontmatter of a file to be compared with what was announced: reading YAML
  // differently from others would be a hole, so it is not read by hand.
  skills: [["@snodo/client", "@snodo/protocol"], ["yaml"]],
  snodo: [["@snodo/cache", "@snodo/client", "@snodo/http", "@snodo/protocol", "@snodo/stdio"], []],
};

/** What the tests of a package may use besides its own dependencies; it never enters the build. */
const testOnly: Readonly<Record<string, readonly string[]>> = {
  client: ["@snodo/testing"],
  stdio: ["@snodo/client", "@snodo/testing"],
  http: ["@snodo/client", "@snodo/testing"],
  cache: ["@snodo/client", "@snodo/testing"],
  oauth: ["@snodo/client", "@snodo/testing"],
  interop: ["@snodo/client", "@snodo/testing"],
  tasks: ["@snodo/stdio", "@snodo/testing"],
  skills: ["@snodo/testing"],
  snodo: ["@snodo/testing"],
};

test("the packages are the ones pinned here", () => {
  expect([...packages.keys()].sort()).toEqual(Object.keys(libraries).sort());
  expect([...apps.keys()].sort()).toEqual([
    "bench",
    "cli",
    "conformance",
    "contract",
    "demo",
    "docs",
    "fuzz",
    "portable",
  ]);
});

describe.each([...packages])("packages/%s", (folder, manifest) => {
  test("depends at run time on exactly what is pinned", () => {
    const all = names(manifest.dependencies);
    expect([all.filter(isOurs), all.filter((name) => !isOurs(name))]).toEqual(libraries[folder]);
    expect(manifest.optionalDependencies).toBeUndefined();
  });

  test("uses in its tests only the siblings pinned", () => {
    expect(names(manifest.devDependencies).filter(isOurs)).toEqual(testOnly[folder] ?? []);
  });

  test("is published in the common shape", () => {
    expect(manifest).toMatchObject({
      name: folder === "snodo" ? "snodo" : `@snodo/${folder}`,
      type: "module",
      license: "MIT",
      sideEffects: false,
      engines: { node: ">=20.19" },
    });
    expect(manifest.private).toBeUndefined();
    expect(manifest.exports).toHaveProperty(["./package.json"], "./package.json");
  });
});

test("only client has a peer dependency, and it is optional", () => {
  const peers = [...packages].filter(([, manifest]) => manifest.peerDependencies !== undefined);
  expect(peers.map(([folder, manifest]) => [folder, names(manifest.peerDependencies)])).toEqual([
    ["client", ["@cfworker/json-schema"]],
  ]);
});

test("siblings are always the version of this workspace", () => {
  const ranges = [...packages, ...apps].flatMap(([, manifest]) =>
    Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(([name]) =>
      isOurs(name),
    ),
  );
  expect(new Set(ranges.map(([, range]) => range))).toEqual(new Set(["workspace:^"]));
});

test("no package depends on an app, and of the apps only the command is public", () => {
  const appNames = new Set([...apps.values()].map((manifest) => manifest.name));
  const used = [...packages.values()].flatMap((manifest) => [
    ...names(manifest.dependencies),
    ...names(manifest.devDependencies),
  ]);
  expect(used.filter((name) => appNames.has(name))).toEqual([]);
  expect([...apps].filter(([, manifest]) => !manifest.private).map(([folder]) => folder)).toEqual(["cli"]);
});

// Options are parsed with `parseArgs` of the platform: it keeps `--client-id 0123` a text and `-` an argument.
test("the command depends on nothing unexpected", () => {
  expect(names(apps.get("cli")?.dependencies).filter((name) => !isOurs(name))).toEqual([
    // Arguments are checked against the tool's schema before anything is sent.
    "@cfworker/json-schema",
    "@clack/prompts",
    // The widths of terminals: what the prompts are measured and wrapped with, too.
    "fast-string-width",
    "fast-wrap-ansi",
    // The config files of editors have comments, and what is wrong in one is to be told by line.
    "jsonc-parser",
    "zod",
  ]);
});
