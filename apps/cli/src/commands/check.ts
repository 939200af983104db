import { isObject, type JsonObject } from "@snodo/protocol";
import { readHeaders } from "../connection/headers.ts";
import { revisions } from "../connection/revisions.ts";
import { timeLimit } from "../connection/time-limit.ts";
import { transportTo } from "../connection/transport.ts";
import { usageError } from "../exit/cli-error.ts";
import { EXIT, type ExitCode } from "../exit/exit-codes.ts";
import type { Invocation } from "../invocation.ts";
import { safeText } from "../output/safe-text.ts";
import { findTarget } from "../targets/find-target.ts";
import type { Target } from "../targets/target.ts";
import { noMoreWords } from "./words.ts";

/** `snodo check`: whether a server keeps to the protocol, in every revision it speaks. */
export async function check(invocation: Invocation): Promise<ExitCode> {
  const { words, server, options, around, output } = invocation;
  const found = await findTarget(words, server, options, around);
  noMoreWords(found.words);
  const transport = await transportTo(found.target, invocation);
  invocation.serverKnown(transport.label);
  const [{ checkServer }, { cfworkerValidator }] = await Promise.all([
    import("@snodo/testing"),
    import("@snodo/client/json-schema"),
  ]);
  const report = await checkServer(transport, {
    revisions: revisions(options),
    http: httpOf(found.target, invocation),
    tools: Object.fromEntries(options.values("tool").map(readTool)),
    validator: cfworkerValidator(),
    ...(options.has("timeout") ? { timeout: timeLimit(options), toolTimeout: timeLimit(options) } : {}),
  });
  const { ok, serverInfo, findings, rules } = report;
  const document = {
    ok,
    server: report.server,
    serverInfo,
    revisions: report.revisions,
    findings,
    rules: Object.fromEntries(rules),
  };
  output.result(document, () => safeText(report.text()));
  if (!report.revisions.some(({ spoken }) => spoken)) return EXIT.Unreachable;
  return ok ? EXIT.Ok : EXIT.Protocol;
}

function httpOf(
  target: Target,
  { options }: Invocation,
): { url: string; headers: Record<string, string> } | undefined {
  if (target.kind !== "url" || target.sse) return undefined;
  return { url: target.url, headers: { ...target.headers, ...readHeaders(options.values("header")) } };
}

/** `name={…}`, or a name alone for a tool that needs no arguments. */
function readTool(text: string): readonly [name: string, args: JsonObject] {
  const equals = text.indexOf("=");
  if (equals < 0) return [text, {}];
  try {
    const args: unknown = JSON.parse(text.slice(equals + 1));
    if (isObject(args)) return [text.slice(0, equals), args];
  } catch {
    // Told below, as for JSON that is no object.
  }
  throw usageError(`--tool ${text} is not NAME=JSON.`, `Write --tool 'echo={"message":"hi"}'.`);
}
