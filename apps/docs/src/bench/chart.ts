import { comparesWithFloor, contestants, type Figures, type Line } from "./figures.ts";

const COLOURS: Readonly<Record<string, string>> = {
  snodo: "#2f7d5b",
  official: "#b5562f",
  "sdk-v1": "#8a6bb0",
  "ai-sdk": "#4d7fae",
};
const SHOWN = contestants.filter(([id]) => id !== "floor");
const LEFT = 220;
const WIDTH = 860;
const BAR = 13;
const GAP = 16;
const TOP = 64;
const SCALE = WIDTH - LEFT - 70;

/**
 * The ratios to the platform alone as bars on a logarithmic scale, as SVG: rows of calls, a group each.
 *
 * @param figures - of one run
 */
export function benchChart({ lines }: Figures): string {
  const rows = lines.filter(
    (line) => comparesWithFloor(line) && /\.(one|many|progress|big|list)$/.test(line.row.id),
  );
  const most = Math.max(2, ...rows.flatMap(({ cells }) => cells.map(({ timesFloor }) => timesFloor ?? 1)));
  const x = (ratio: number): number =>
    LEFT + (Math.log2(Math.max(1, ratio)) / Math.log2(most * 1.05)) * SCALE;
  const groupHeight = SHOWN.length * BAR + GAP;
  const height = TOP + rows.length * groupHeight + 10;
  const marks = [1, 2, 4, 8, 16, 32, 64].filter((mark) => mark <= most);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#888">`,
    `<title>CPU of a client for one operation, as a multiple of the platform alone</title>`,
    `<text x="0" y="16" font-size="14">CPU for one operation, times the platform alone (less is better)</text>`,
    ...legend(),
    ...marks.map(
      (mark) =>
        `<path d="M${x(mark).toFixed(1)} ${TOP - 8}V${height - 8}" stroke="#888" stroke-opacity=".35"/><text x="${x(mark).toFixed(1)}" y="${TOP - 12}" text-anchor="middle">${mark}×</text>`,
    ),
    ...rows.flatMap((line, at) => group(line, TOP + at * groupHeight, x)),
    "</svg>",
    "",
  ];
  return parts.join("\n");
}

function legend(): readonly string[] {
  return SHOWN.map(
    ([id, title], at) =>
      `<rect x="${LEFT + at * 130}" y="24" width="10" height="10" fill="${COLOURS[id]}"/><text x="${LEFT + 14 + at * 130}" y="33">${title}</text>`,
  );
}

function group(line: Line, top: number, x: (ratio: number) => number): readonly string[] {
  const label = `<text x="${LEFT - 10}" y="${top + 14}" text-anchor="end">${line.row.title}</text>`;
  const bars = SHOWN.map(([id], at) => {
    const ratio = line.cells.find(({ contestant }) => contestant === id)?.timesFloor;
    const y = top + at * BAR;
    if (ratio === undefined) return `<text x="${LEFT + 4}" y="${y + 10}" font-size="10">cannot</text>`;
    const end = Math.max(x(ratio), LEFT + 2);
    return `<rect x="${LEFT}" y="${y}" width="${(end - LEFT).toFixed(1)}" height="${BAR - 2}" fill="${COLOURS[id]}"/><text x="${(end + 4).toFixed(1)}" y="${y + 10}" font-size="10">${ratio.toFixed(2)}×</text>`;
  });
  return [label, ...bars];
}
