import { publicUrl } from "@snodo/protocol";
import { EXIT, type ExitCode } from "../exit/exit-codes.ts";
import { failureOf } from "../exit/failure.ts";
import { storyOf, tailOf } from "../exit/story.ts";
import type { Invocation } from "../invocation.ts";
import type { Output } from "../output/output.ts";
import { safeLine } from "../output/safe-text.ts";
import { type Cell, table } from "../output/table.ts";
import type { Surroundings } from "../targets/config-places.ts";
import { entryTarget } from "../targets/entry-target.ts";
import { knownServers } from "../targets/named-target.ts";
import type { NamedEntry } from "../targets/read-config.ts";
import type { Target } from "../targets/target.ts";
import { type Health, lookAt } from "./server-health.ts";
import { noMoreWords } from "./words.ts";

/** A server of a configuration file, as it is told. */
interface Listed {
  readonly name: string;
  readonly origin: string;
  readonly file: string;
  /** Its command or URL, as errors name it. */
  readonly server?: string | undefined;
  readonly disabled?: true | undefined;
  /** The file that has the same name and comes first. */
  readonly hiddenBy?: string | undefined;
  readonly problem?: string | undefined;
  readonly health?: Health | undefined;
}

/** `snodo servers`: the servers of the configuration files, where each came from, and with `--check` how each is. */
export async function servers(invocation: Invocation): Promise<ExitCode> {
  const { words, options, output, around } = invocation;
  noMoreWords(words);
  const { entries, problems } = await knownServers(options, around);
  const first = new Map<string, NamedEntry>();
  for (const entry of entries) if (!first.has(entry.name)) first.set(entry.name, entry);
  const listed = await Promise.all(entries.map((entry) => look(entry, first, invocation)));
  for (const problem of problems) output.warn(problem);
  output.result({ servers: listed, problems }, () => text(listed, output, around));
  const failed = listed.find(({ health }) => health !== undefined && !health.ok)?.health;
  if (failed !== undefined && !failed.ok) return failed.error.exit;
  return options.has("check") && listed.some(({ problem }) => problem !== undefined) ? EXIT.Usage : EXIT.Ok;
}

async function look(
  named: NamedEntry,
  first: ReadonlyMap<string, NamedEntry>,
  invocation: Invocation,
): Promise<Listed> {
  const { name, place, entry } = named;
  const shown = first.get(name);
  const common = {
    name,
    origin: place.origin,
    file: place.path,
    ...(isDisabled(entry) ? { disabled: true as const } : {}),
    ...(shown === named ? {} : { hiddenBy: shown?.place.path }),
  };
  try {
    const target = await entryTarget(named, invocation.around);
    const server = await labelOf(target);
    const wanted = invocation.options.has("check") && shown === named && common.disabled === undefined;
    return wanted ? { ...common, server, health: await lookAt(target, invocation) } : { ...common, server };
  } catch (error) {
    return { ...common, problem: failureOf(error, undefined).message };
  }
}

async function labelOf(target: Target): Promise<string> {
  if (target.kind === "url") return publicUrl(target.url);
  const { stdio } = await import("@snodo/stdio");
  return stdio({ command: target.command, args: target.args }).label;
}

function isDisabled(entry: unknown): boolean {
  return typeof entry === "object" && entry !== null && "disabled" in entry && entry.disabled === true;
}

function text(listed: readonly Listed[], output: Output, { home }: Surroundings): string {
  const { style, width } = output;
  if (listed.length === 0) {
    return style(
      "dim",
      "No configuration file has any. Add one to .mcp.json, or name one with --config FILE.",
    );
  }
  const rows = listed.map((server): readonly Cell[] => [
    {
      text: safeLine(server.name),
      paint: (line) => style(server.hiddenBy === undefined ? "bold" : "dim", line),
    },
    { text: stateOf(server), paint: (line) => style(isWell(server) ? "green" : "red", line) },
    { text: `${aboutOf(server)}\n${server.file.replace(home, "~")} (${server.origin})` },
  ]);
  return table(rows, width);
}

function isWell({ problem, health }: Listed): boolean {
  return problem === undefined && health?.ok !== false;
}

function stateOf({ problem, health, disabled, hiddenBy }: Listed): string {
  if (problem !== undefined) return "broken";
  if (health !== undefined) return health.ok ? "ok" : "failed";
  if (disabled === true) return "off";
  return hiddenBy === undefined ? "" : "hidden";
}

function aboutOf({ problem, server, health }: Listed): string {
  if (problem !== undefined) return safeLine(problem);
  if (health === undefined) return server ?? "";
  if (!health.ok) {
    const last = tailOf(health.error).split("\n").at(-1) ?? "";
    return [...storyOf(health.error), safeLine(last)].join(" ").trim();
  }
  const { serverInfo, protocolVersion, tools, ms } = health;
  const who = serverInfo === undefined ? (server ?? "") : `${serverInfo.name} ${serverInfo.version}`;
  const count = tools === undefined ? "" : `, ${tools} ${tools === 1 ? "tool" : "tools"}`;
  return safeLine(`${who}, ${protocolVersion}${count}, ${ms} ms`);
}
