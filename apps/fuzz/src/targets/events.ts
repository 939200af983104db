import fc from "fast-check";
import { EventReader } from "../../../../packages/http/dist/sse/event-reader.js";
import { applyByteEdits, byteEdits, pieceSizes, pieces } from "../input/byte-edits.ts";
import { eventStreams } from "../input/corpus.ts";
import { must } from "./support/must.ts";
import { type Target, target } from "./target.ts";

const encoded = eventStreams.map((text) => Buffer.from(text));
const HUGE = 1 << 24;

/** Bytes of an event stream: however they are cut, the same events come out, and those that the standard's text gives. */
export const events: Target = target({
  name: "events",
  share: 200,
  input: fc.record({
    from: fc.nat(encoded.length - 1),
    streams: fc.integer({ min: 1, max: 3 }),
    edits: byteEdits,
    sizes: pieceSizes,
    limit: fc.constantFrom(HUGE, HUGE, HUGE, 8, 200),
  }),
  run({ from, streams, edits, sizes, limit }) {
    const bytes = applyByteEdits(Buffer.concat(encoded.slice(from, from + streams)), edits);
    const { seen, longest } = read(pieces(bytes, sizes), limit);
    must(longest <= limit, `an event of ${longest} characters was told, ${limit} allowed`);
    if (limit !== HUGE) return;
    const wanted = readPlainly(bytes);
    must(
      seen.length === wanted.length && seen.every((entry, at) => entry === wanted[at]),
      `read ${JSON.stringify(seen)?.slice(0, 500)}, not ${JSON.stringify(wanted)?.slice(0, 500)}`,
    );
  },
});

function read(
  chunks: readonly Buffer[],
  limit: number,
): { readonly seen: readonly string[]; readonly longest: number } {
  const seen: string[] = [];
  let longest = 0;
  const reader = new EventReader(
    { event: limit },
    {
      event: (data, event, id) => {
        longest = Math.max(longest, data.length);
        seen.push(told(data, event, id));
      },
      retry: (milliseconds) => seen.push(`retry ${milliseconds}`),
      tooLarge: () => "skip",
    },
  );
  for (const chunk of chunks) reader.data(chunk);
  reader.end();
  return { seen, longest };
}

function told(data: string, event: string | undefined, id: string | undefined): string {
  return JSON.stringify([data, event ?? "", id ?? null]);
}

/** The HTML standard, section 9.2.6, word for word; an id is told with the event it came with. */
function readPlainly(bytes: Buffer): readonly string[] {
  const seen: string[] = [];
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\n|\r/);
  // What follows the last line end is not a line.
  lines.pop();
  let data: string[] = [];
  let event = "";
  let id: string | undefined;
  for (const line of lines) {
    if (line === "") {
      if (data.length > 0) seen.push(told(data.join("\n"), event, id));
      data = [];
      event = "";
      id = undefined;
      continue;
    }
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") data.push(value);
    else if (field === "event") event = value;
    else if (field === "id" && !value.includes("\0")) id = value;
    else if (field === "retry" && /^\d+$/.test(value)) seen.push(`retry ${Number.parseInt(value, 10)}`);
  }
  return seen;
}
