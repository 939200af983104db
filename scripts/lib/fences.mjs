// The code fences of Markdown documents. What follows ts in the first line of a fence says what it is:
//
//   ```ts          a program that compiles
//   ```ts run      one that is run by a test as well, against real servers
//   ```ts sketch   no program: it leaves things out
//
// A comment `<!-- ts … -->` before a fence holds lines that readers need not see, such as declarations. A fence
// ```text output after one that is run holds what it prints.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

/**
 * @typedef {object} Fence
 * @property {string} document relative to the root
 * @property {number} line of its first line of code, from 1
 * @property {readonly string[]} flags the words after the language
 * @property {string} code the fence, with the hidden lines before it, each on the line where it is in the document
 * @property {string | undefined} output what it prints
 */

/** Every Markdown file of the repository but the generated ones. */
export function documents() {
  const listed = ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"];
  return execFileSync("git", listed, { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n")
    .filter((file) => !file.startsWith(".changeset/") && existsSync(join(root, file)));
}

/**
 * @param {string} document relative to the root
 * @returns {Fence[]} its TypeScript fences
 */
export function fencesOf(document) {
  return parse(document, readFileSync(join(root, document), "utf8"));
}

/**
 * @param {string} document
 * @param {string} text
 * @returns {Fence[]}
 */
function parse(document, text) {
  const lines = text.split("\n");
  const blocks = blocksOf(lines);
  return blocks.flatMap((block, index) => {
    if (block.kind !== "fence" || !/^(ts|typescript)\b/.test(block.info)) return [];
    const before = blocks[index - 1];
    const after = blocks[index + 1];
    const kept = new Array(block.end).fill("");
    if (before?.kind === "hidden" && isBlank(lines, before.end + 1, block.start)) copy(lines, before, kept);
    copy(lines, block, kept);
    const printed =
      after?.info === "text output" && isBlank(lines, block.end + 1, after.start)
        ? lines.slice(after.start + 1, after.end).join("\n")
        : undefined;
    const flags = block.info
      .replace(/\[.*\]/, "")
      .split(/\s+/)
      .slice(1)
      .filter(Boolean);
    return [{ document, line: block.start + 2, flags, code: `${kept.join("\n")}\n`, output: printed }];
  });
}

/**
 * @typedef {{ kind: "fence" | "hidden", info: string, indent: number, start: number, end: number }} Block
 *   `start` and `end` are the lines of the marks, from 0
 * @param {readonly string[]} lines
 */
function blocksOf(lines) {
  /** @type {Block[]} */
  const blocks = [];
  for (let start = 0; start < lines.length; start += 1) {
    const opened = lines[start]?.match(/^(\s*)(`{3,}|<!-- ts$)\s*(.*)$/);
    if (!opened) continue;
    const [, indent = "", mark = "", info = ""] = opened;
    const kind = mark.startsWith("`") ? "fence" : "hidden";
    const closes = kind === "fence" ? (line) => line.trim() === mark : (line) => line.trim() === "-->";
    let end = start + 1;
    while (end < lines.length && !closes(lines[end] ?? "")) end += 1;
    blocks.push({ kind, info, indent: indent.length, start, end });
    start = end;
  }
  return blocks;
}

/**
 * @param {readonly string[]} lines
 * @param {Block} block
 * @param {string[]} into
 */
function copy(lines, { start, end, indent }, into) {
  for (let at = start + 1; at < end; at += 1) into[at] = (lines[at] ?? "").slice(indent);
}

/**
 * @param {readonly string[]} lines
 * @param {number} from
 * @param {number} to
 */
function isBlank(lines, from, to) {
  return lines.slice(from, to).every((line) => line.trim() === "");
}
