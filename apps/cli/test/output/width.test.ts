import { expect, test } from "vitest";
import { parseCommandLine } from "../../src/command-line/parse.ts";
import { Output } from "../../src/output/output.ts";

const stream = (columns: number | undefined) => ({ isTTY: true, columns, write: () => undefined });
const { options } = parseCommandLine([]);

test.each<[columns: number | undefined, env: Record<string, string>, width: number, side: number]>([
  [100, {}, 100, 100],
  [400, {}, 120, 400],
  [undefined, {}, 80, 80],
  [undefined, { COLUMNS: "60" }, 60, 60],
  [undefined, { COLUMNS: "wide" }, 80, 80],
  // Terminals that were given no size, as under `script` and in containers, say so with a zero.
  [0, {}, 80, 80],
  [0, { COLUMNS: "60" }, 60, 60],
])("%s columns, %j", (columns, env, width, side) => {
  const output = new Output(stream(columns), stream(columns), env, options);
  expect([output.width, output.sideWidth]).toEqual([width, side]);
});
