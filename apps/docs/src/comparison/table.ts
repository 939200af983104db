import { type Claim, type Claims, type Mark, shortName } from "./claims.ts";

const SIGNS: Readonly<Record<Mark, string>> = { yes: "✓", part: "◐", no: "–" };

/** The comparison as Markdown: one table, groups as lines of their own, notes below. */
export function claimsTable({ columns, rows }: Claims): string {
  const names = Object.keys(columns);
  const notes: string[] = [];
  const cell = (claim: Claim, name: string): string => {
    const sign = SIGNS[claim.cells[name] ?? "no"];
    const note = claim.notes?.[name];
    if (note === undefined) return sign;
    const known = notes.indexOf(note);
    const number = known < 0 ? notes.push(note) : known + 1;
    return `${sign} <sup>${number}</sup>`;
  };
  const groups = [...new Set(rows.map(({ group }) => group))];
  const body = groups.flatMap((group) => [
    `| **${group}** |${names.map(() => " |").join("")}`,
    ...rows
      .filter((claim) => claim.group === group)
      .map((claim) => `| ${claim.feature} | ${names.map((name) => cell(claim, name)).join(" | ")} |`),
  ]);
  return [
    `| | ${names.map((name) => `${shortName(name)} ${columns[name]}`.trim()).join(" | ")} |`,
    `|---|${names.map(() => ":-:|").join("")}`,
    ...body,
    "",
    "✓ yes, ◐ in part, – no. `client` and `sdk` are those of `@modelcontextprotocol`.",
    ...notes.map((note, at) => `<sup>${at + 1}</sup> ${note}.`),
  ].join("\n");
}
