// How long the source files are. The linter has the cap; this reports the shape.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { finish } from "./lib/report.mjs";
import { apps, packages } from "./lib/workspaces.mjs";

const limit = 300;
const files = [...packages, ...apps].flatMap(({ path, dir }) =>
  readdirSync(join(path, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => ({
      file: `${dir}/src/${file}`,
      lines: readFileSync(join(path, "src", file), "utf8")
        .trimEnd()
        .split("\n").length,
    })),
);
const sorted = files.sort((a, b) => a.lines - b.lines);
const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.lines ?? 0;
const problems = sorted
  .filter(({ lines }) => lines > limit)
  .map(({ file, lines }) => `${file} has ${lines} lines`);
const longest = sorted.at(-1);

finish(
  "lines",
  problems,
  `${sorted.length} files, median ${at(0.5)}, p90 ${at(0.9)}, longest ${longest?.lines} (${longest?.file})`,
);
