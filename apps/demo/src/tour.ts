import { type CallToolResult, type Client, connect, type Target } from "snodo";
import { bar, fact, heading } from "./print.ts";

/** A tool to call on a stop of the tour, and what its answer must contain. */
export interface Visit {
  readonly tool: string;
  readonly args: { readonly [name: string]: unknown };
  readonly expect: RegExp;
  /** How many progress notifications must arrive; 0 unless set. */
  readonly progress?: number;
}

/** One server to visit. */
export interface Stop {
  readonly title: string;
  readonly target: Target;
  readonly revision: string;
  readonly visits: readonly Visit[];
}

/**
 * Connects to a server, lists its tools and calls some of them.
 *
 * @param stop - the server and what is expected of it
 * @throws Error naming the first thing that is not as it should be
 */
export async function visit(stop: Stop): Promise<void> {
  heading(stop.title);
  await using client = await connect(stop.target);
  const { protocolVersion, era, serverInfo } = client.session;
  fact("server", `${serverInfo?.name ?? "unnamed"} ${serverInfo?.version ?? ""}`);
  fact("revision", `${protocolVersion} (${era} era, settled by itself)`);
  check(protocolVersion === stop.revision, `expected revision ${stop.revision}, got ${protocolVersion}`);
  const tools = await client.listTools();
  fact(
    "tools",
    `${tools.length}: ${tools
      .map((tool) => tool.name)
      .slice(0, 4)
      .join(", ")}${tools.length > 4 ? ", …" : ""}`,
  );
  for (const each of stop.visits) await callAndCheck(client, each);
}

async function callAndCheck(client: Client, { tool, args, expect, progress = 0 }: Visit): Promise<void> {
  let seen = 0;
  const onProgress = (report: { readonly progress: number; readonly total?: number | undefined }): void => {
    seen += 1;
    bar(report.progress, report.total ?? progress);
  };
  const result = await client.callTool(
    tool,
    args,
    progress > 0 ? { onProgress, resetTimeoutOnProgress: true } : {},
  );
  const text = textOf(result);
  fact("call", `${tool}(${JSON.stringify(args)}) → ${text}`);
  check(expect.test(text), `${tool} answered ${JSON.stringify(text)}, which does not match ${expect}`);
  check(seen >= progress, `${tool} reported progress ${seen} times instead of ${progress}`);
}

function textOf(result: CallToolResult): string {
  const [first] = result.content;
  return first?.type === "text" ? first.text : `a block of type ${first?.type}`;
}

function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
