import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { documents } from "../../../scripts/lib/fences.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), "utf8");

/** A document without its code, where brackets mean something else. */
function prose(file: string): string {
  return read(file)
    .replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, "")
    .replace(/`[^`\n]*`/g, "");
}

/** The anchors of the headings of a document. */
function anchors(file: string): ReadonlySet<string> {
  const text = read(file).replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, "");
  return new Set(
    [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .trim()
        .replace(/ +/g, "-"),
    ),
  );
}

/** What is wrong with a relative link, or undefined. */
function problem(file: string, link: string): string | undefined {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? file : normalize(join(dirname(file), path));
  // Generated, and checked by the build of the site.
  if (target.startsWith("docs/api")) return undefined;
  if (!existsSync(join(root, target))) return `${file}: ${link} leads nowhere`;
  if (anchor === undefined || statSync(join(root, target)).isDirectory()) return undefined;
  return anchors(target).has(anchor) ? undefined : `${file}: ${link} has no such heading`;
}

test("every relative link of every document leads to a file, and every anchor to a heading", () => {
  const links = documents().flatMap((file) =>
    [...prose(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => ({ file, link })),
  );
  const relative = links.filter(({ link }) => !/^(?:[a-z]+:|\/)/.test(link));
  expect(relative.length).toBeGreaterThan(100);
  expect(relative.flatMap(({ file, link }) => problem(file, link) ?? [])).toEqual([]);
});
