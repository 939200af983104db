import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { benchChart } from "../src/bench/chart.ts";
import { type Figures, quantity } from "../src/bench/figures.ts";
import { benchTable } from "../src/bench/table.ts";
import { fresh, generated, withSection } from "../src/generated.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

test.each([...new Set(generated().map(({ file }) => file))])(
  "%s is what the JSON files say: else run pnpm docs-data",
  (file) => {
    expect(readFileSync(`${root}${file}`, "utf8")).toBe(fresh(file, generated()));
  },
);

describe("a section", () => {
  const document = "before\n<!-- bench: note -->\nold\n<!-- end bench -->\nafter";

  test("is replaced between its marks", () => {
    const text = withSection(document, "bench", "$& new");
    expect(text).toBe("before\n<!-- bench: note -->\n\n$& new\n\n<!-- end bench -->\nafter");
    expect(withSection(text, "bench", "$& new")).toBe(text);
  });

  test("without marks is an error", () => {
    expect(() => withSection(document, "chart", "")).toThrow("no marks of the section chart");
  });
});

describe("figures", () => {
  const row = { id: "stdio.one", title: "stdio: small call", way: "stdio", unit: "time" } as const;
  const figures: Figures = {
    node: "v20.20.2",
    rounds: 5,
    lines: [
      {
        row: { ...row, budget: { timesFloor: 1.2 } },
        withinBudget: false,
        cells: [
          { contestant: "floor", median: 96, spread: 0.01, timesFloor: 1 },
          { contestant: "snodo", median: 120, spread: 0.001, timesFloor: 1.25 },
          { contestant: "official", median: 4_360, spread: 0.2, timesFloor: 45.4, delivered: 0.59 },
        ],
      },
    ],
  };

  test("show median, ratio, spread, what was lost, and a budget that is missed", () => {
    const [line] = benchTable(figures)
      .split("\n")
      .filter((each) => each.includes("small call"));
    expect(line).toBe(
      "| stdio: small call | 96 µs ±1% | **120 µs 1.25×** | 4.36 ms 45.40× ±20% 41% lost | – | – | ≤ 1.2×, over |",
    );
  });

  test("are bars whose order is that of the ratios, and no bar for who cannot", () => {
    const chart = benchChart(figures);
    const widths = [...chart.matchAll(/height="11" fill/g)].length;
    expect(widths).toBe(2);
    expect(chart).toContain("45.40×");
    expect(chart.match(/cannot/g)).toHaveLength(2);
  });

  test.each([
    [96, "time", "96 µs"],
    [1_234, "time", "1.23 ms"],
    [12_345_678, "bytes", "12.3 MB"],
    [0.5, "time", "0.50 µs"],
  ] as const)("%d %s is %s", (value, unit, text) => expect(quantity(value, unit)).toBe(text));
});
