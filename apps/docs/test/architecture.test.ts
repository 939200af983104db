import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const text = readFileSync(`${root}ARCHITECTURE.md`, "utf8");
const walk = text.slice(text.indexOf("## One call"), text.indexOf("## Where code may run"));

/** The parts of the walk, and the folders in which each looks for its files. */
const parts: Readonly<Record<string, readonly string[]>> = {
  "Through the client": ["client/src"],
  "Over stdio": ["stdio/src", "protocol/src", ""],
  "Over HTTP": ["http/src"],
  "In process": ["client/src/direct"],
  Connecting: ["client/src", "", "../"],
};

describe.each(Object.entries(parts))("ARCHITECTURE.md, %s", (title, folders) => {
  const start = walk.indexOf(`**${title}**`);
  const next = walk.indexOf("\n**", start + 2);
  const part = walk.slice(start, next < 0 ? undefined : next);
  const files = [...part.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file]) => file ?? "");

  test("names files that exist", () => {
    expect(start).toBeGreaterThan(-1);
    expect(files.length).toBeGreaterThan(2);
    const missing = files.filter(
      (file) => !folders.some((folder) => existsSync(`${root}packages/${folder}/${file}`)),
    );
    expect(missing).toEqual([]);
  });
});

test("every package and app is in the tree of ARCHITECTURE.md", () => {
  const tree = text.slice(0, text.indexOf("## Arrows"));
  const workspace = readFileSync(`${root}tsconfig.json`, "utf8");
  const names = [...workspace.matchAll(/"\.\/(?:packages|apps)\/(\w+)"/g)].map(([, name]) => name ?? "");
  expect(names.filter((name) => !new RegExp(`^  ${name} `, "m").test(tree))).toEqual([]);
});
