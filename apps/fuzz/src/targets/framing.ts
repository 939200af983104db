import { isUtf8 } from "node:buffer";
import fc from "fast-check";
import { LineSplitter } from "../../../../packages/stdio/dist/framing/line-splitter.js";
import { MessageReader } from "../../../../packages/stdio/dist/framing/message-reader.js";
import { applyByteEdits, byteEdits, pieceSizes, pieces } from "../input/byte-edits.ts";
import { messageLines } from "../input/corpus.ts";
import { must } from "./support/must.ts";
import { type Target, target } from "./target.ts";

const LIMITS = [24, 200, 2_000, 1 << 24];
const RETURN = 0x0d;
const encoded = messageLines.map((line) => Buffer.from(`${line}\n`));

/** Bytes of a server on stdio: however they are cut, the same messages come out, and those a plain reading finds. */
export const framing: Target = target({
  name: "framing",
  share: 220,
  input: fc.record({
    from: fc.nat(encoded.length - 1),
    lines: fc.integer({ min: 1, max: 5 }),
    edits: byteEdits,
    sizes: pieceSizes,
    limit: fc.constantFrom(...LIMITS),
  }),
  run({ from, lines, edits, sizes, limit }) {
    const bytes = applyByteEdits(Buffer.concat(encoded.slice(from, from + lines)), edits);
    const seen = read(pieces(bytes, sizes), limit);
    const wanted = readPlainly(bytes, limit);
    must(
      seen.length === wanted.length && seen.every((entry, at) => entry === wanted[at]),
      `read ${JSON.stringify(seen)?.slice(0, 500)}, not ${JSON.stringify(wanted)?.slice(0, 500)}`,
    );
  },
});

function read(chunks: readonly Buffer[], limit: number): readonly string[] {
  const seen: string[] = [];
  const reader = new MessageReader(
    limit,
    (message) => seen.push(JSON.stringify(message)),
    () => undefined,
  );
  const splitter = new LineSplitter(limit, {
    line: (bytes, start, end) => reader.line(bytes, start, end),
    tooLong: () => seen.push("too long"),
  });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return seen;
}

/** The same, slowly, with all bytes at hand. */
function readPlainly(bytes: Buffer, limit: number): readonly string[] {
  const seen: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf("\n", start);
    const end = feed === -1 ? bytes.length : feed;
    const line = bytes.subarray(start, end);
    start = end + 1;
    const length = line.at(-1) === RETURN ? line.length - 1 : line.length;
    if (length > limit) seen.push("too long");
    else seen.push(...valueIn(line));
  }
  return seen;
}

function valueIn(line: Buffer): readonly string[] {
  const text = line.toString("utf8").replace(/^\ufeff/, "");
  if (text.includes("\ufffd") && !isUtf8(line)) return [];
  try {
    return [JSON.stringify(JSON.parse(text))];
  } catch {
    // No message: skipped.
    return [];
  }
}
