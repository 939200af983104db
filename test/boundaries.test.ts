// The guards themselves: what must be refused is planted, and must be refused.
import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
let folder: string;

beforeAll(() => {
  mkdirSync(join(root, ".cache"), { recursive: true });
  folder = mkdtempSync(join(root, ".cache/planted-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The `error TS…` lines of a file compiled with one of the shared settings. */
function compile(settings: string, source: string): string[] {
  writeFileSync(join(folder, "planted.ts"), source);
  const compilerOptions = { outDir: "out", tsBuildInfoFile: "out/.tsbuildinfo" };
  const config = { extends: `../../${settings}`, compilerOptions, files: ["planted.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const done = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder], {
    encoding: "utf8",
  });
  return done.stdout.split("\n").filter((line) => line.includes("error TS"));
}

describe("browser-safe sources", () => {
  test.each([
    ["process", "export const id: number = process.pid;"],
    ["Buffer", 'export const size: number = Buffer.byteLength("a");'],
    [
      "a Node built-in",
      'import { readFileSync } from "node:fs";\nexport const read: unknown = readFileSync;',
    ],
    ["document", "export const title: string = document.title;"],
    ["what Node 20 lacks", "export const pair: unknown = Promise.withResolvers();"],
  ])("cannot use %s", (_, source) => {
    expect(compile("tsconfig.browser.json", source)).toHaveLength(1);
  });

  test("can use the web platform and disposal", () => {
    const source = `
      export async function read(signal: AbortSignal): Promise<string[]> {
        const response = await fetch("https://example.com", { signal });
        const chunks: string[] = [];
        for await (const chunk of response.body ?? []) chunks.push(new TextDecoder().decode(chunk));
        return chunks;
      }
      export class Held { async [Symbol.asyncDispose](): Promise<void> { await crypto.subtle.digest("SHA-256", new Uint8Array()); } }
    `;
    expect(compile("tsconfig.browser.json", source)).toEqual([]);
  });
});

test("Node parts can use Node", () => {
  expect(compile("tsconfig.node.json", "export const id: number = process.pid;")).toEqual([]);
});

describe("the linter", () => {
  const leaves = ["client", "stdio", "http", "cache", "oauth", "testing"];
  const planted: Record<string, string> = {
    "packages/protocol/src/sibling.ts": 'export { a } from "@snodo/client";\n',
    "packages/tasks/src/sibling.ts": 'export { a } from "@snodo/http";\n',
    "packages/tasks/src/allowed.ts": 'export { a } from "@snodo/client";\n',
    "packages/client/src/builtin.ts": 'export { spawn } from "node:child_process";\n',
    "packages/http/src/builtin.ts": 'export { spawn } from "node:child_process";\n',
    "packages/http/src/exchange/undici.ts": 'export { spawn } from "node:child_process";\n',
    "packages/stdio/src/builtin.ts": 'export { spawn } from "node:child_process";\n',
    "packages/client/src/global.ts": "export const id = process.pid;\n",
    "packages/client/src/main.ts": "export default 1;\n",
    "packages/client/src/all.ts": 'export * from "./main.ts";\n',
    "packages/client/src/talk.ts": 'console.log("hello");\n',
    "packages/client/src/long.ts": "export const a = 1;\n".repeat(301),
    "packages/client/src/BadName.ts": "export const b = 1;\n",
    "packages/client/src/floating.ts": "export function start() {\n  Promise.reject(new Error());\n}\n",
  };
  for (const leaf of leaves) {
    const sibling = leaf === "http" ? "cache" : "http";
    planted[`packages/${leaf}/src/sibling.ts`] = `export { a } from "@snodo/${sibling}";\n`;
    planted[`packages/${leaf}/src/umbrella.ts`] = 'export { a } from "snodo";\n';
    planted[`packages/${leaf}/src/allowed.ts`] = 'export { a } from "@snodo/protocol";\n';
  }
  const refusals = new Map<string, Set<string>>();

  beforeAll(() => {
    const tree = mkdtempSync(join(realpathSync(tmpdir()), "snodo-lint-"));
    const config = JSON.parse(readFileSync(join(root, "biome.json"), "utf8")) as Record<string, unknown>;
    delete config["$schema"];
    writeFileSync(join(tree, "biome.json"), JSON.stringify(config));
    for (const [file, source] of Object.entries(planted)) {
      mkdirSync(dirname(join(tree, file)), { recursive: true });
      writeFileSync(join(tree, file), source);
    }
    const args = ["lint", "--reporter=github", "--max-diagnostics=none", "."];
    const done = spawnSync(join(root, "node_modules/.bin/biome"), args, { cwd: tree, encoding: "utf8" });
    for (const [, rule = "", file = ""] of done.stdout.matchAll(/title=lint\/\w+\/(\w+),file=([^,]+)/g)) {
      const planting = relative(tree, file).replaceAll("\\", "/");
      refusals.set(planting, (refusals.get(planting) ?? new Set()).add(rule));
    }
    rmSync(tree, { recursive: true, force: true });
  });

  const rulesAt = (file: string) => refusals.get(file) ?? new Set();

  test.each(leaves)("keeps %s away from everything but the protocol", (leaf) => {
    expect(rulesAt(`packages/${leaf}/src/sibling.ts`)).toContain("noRestrictedImports");
    expect(rulesAt(`packages/${leaf}/src/umbrella.ts`)).toContain("noRestrictedImports");
    expect(rulesAt(`packages/${leaf}/src/allowed.ts`)).not.toContain("noRestrictedImports");
  });

  test("keeps the protocol alone, and tasks on the client", () => {
    expect(rulesAt("packages/protocol/src/sibling.ts")).toContain("noRestrictedImports");
    expect(rulesAt("packages/tasks/src/sibling.ts")).toContain("noRestrictedImports");
    expect(rulesAt("packages/tasks/src/allowed.ts")).not.toContain("noRestrictedImports");
  });

  test("lets Node built-ins into the Node parts only", () => {
    expect(rulesAt("packages/client/src/builtin.ts")).toContain("noNodejsModules");
    expect(rulesAt("packages/client/src/global.ts")).toContain("noRestrictedGlobals");
    expect(rulesAt("packages/http/src/builtin.ts")).toContain("noNodejsModules");
    expect(rulesAt("packages/http/src/exchange/undici.ts")).toEqual(new Set());
    expect(rulesAt("packages/stdio/src/builtin.ts")).toEqual(new Set());
  });

  test.each([
    ["main.ts", "noDefaultExport"],
    ["all.ts", "noReExportAll"],
    ["talk.ts", "noConsole"],
    ["long.ts", "noExcessiveLinesPerFile"],
    ["BadName.ts", "useFilenamingConvention"],
    ["floating.ts", "noFloatingPromises"],
  ])("refuses %s by %s", (file, rule) => {
    expect(rulesAt(`packages/client/src/${file}`)).toContain(rule);
  });
});

test("no published module waits at its top level", () => {
  // `require()` of an ES module fails on Node 20 when the module, or one it imports, has a top-level await.
  const waiting = readdirSync(join(root, "packages"))
    .flatMap((name) => {
      const dist = join(root, "packages", name, "dist");
      return readdirSync(dist, { recursive: true, encoding: "utf8" }).map((file) => join(dist, file));
    })
    .filter((file) => file.endsWith(".js"))
    .filter((file) => /^(?:export const .*= )?await /m.test(readFileSync(file, "utf8")));
  expect(waiting).toEqual([]);
});
