// Statement 30: a page that calls MCP servers loads little, and no schema library. How many bytes it may be is held by
// `.size-limit.json` and checked with the packaging; what an import costs in time is measured by `apps/bench`.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";

const PAGE = 'import { connect, http } from "snodo"; globalThis.page = { connect, http };';

test("a page with client and HTTP loads one small library of others, and nothing of Node's", async () => {
  const { metafile } = await build({
    stdin: { contents: PAGE, resolveDir: fileURLToPath(new URL("../..", import.meta.url)) },
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
    metafile: true,
  });
  const inputs = Object.keys(metafile.inputs);
  const others = inputs.flatMap(
    (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(file)?.[1] ?? [],
  );
  expect([...new Set(others)].sort()).toEqual(["lru-cache"]);
  expect(inputs.filter((file) => file.includes("packages/stdio/"))).toEqual([]);
  expect(inputs.some((file) => file.includes("packages/client/"))).toBe(true);
});
