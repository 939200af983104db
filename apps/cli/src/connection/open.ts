import { connect, VERSION } from "@snodo/client";
import { isRevision, REVISIONS, type Revision } from "@snodo/protocol";
import type { Options } from "../command-line/options.ts";
import { usageError } from "../exit/cli-error.ts";
import type { ExitCode } from "../exit/exit-codes.ts";
import type { Invocation, ServerCommand } from "../invocation.ts";
import { logLine } from "../output/log-line.ts";
import { findTarget } from "../targets/find-target.ts";
import { timeLimit } from "./time-limit.ts";
import { transportTo } from "./transport.ts";

/** The library's own limit for the first question, in milliseconds. */
const PROBE = 10_000;

/**
 * Connects to the server a command names, runs it and closes the connection, whatever happens.
 *
 * @param invocation - the command
 * @param load - loads what to do with the connection, while it is opened
 */
export async function withServer(
  invocation: Invocation,
  load: () => Promise<ServerCommand>,
): Promise<ExitCode> {
  const { words, server, options, around } = invocation;
  const found = await findTarget(words, server, options, around);
  const transport = await transportTo(found.target, invocation);
  invocation.serverKnown(transport.label);
  const [client, command] = await Promise.all([connect(transport, connectOptions(invocation)), load()]);
  try {
    return await command({ ...invocation, words: found.words, client });
  } finally {
    await client.close();
  }
}

function connectOptions({ options, output, stopper }: Invocation): Parameters<typeof connect>[1] {
  const timeout = timeLimit(options);
  return {
    protocol: revisions(options),
    timeout,
    probeTimeout: timeout === 0 ? PROBE : Math.min(PROBE, timeout),
    signal: stopper.signal,
    clientInfo: { name: "snodo", version: VERSION },
    onLog: (message) => output.note(logLine(message, output.sideStyle)),
    diagnostics: {
      report: ({ level, message }) => (level === "warning" ? output.warn(message) : output.detail(message)),
    },
  };
}

/** What `--protocol` says. */
export function revisions(options: Options): readonly Revision[] | undefined {
  const given = options.value("protocol");
  return given?.split(",").map((text) => {
    const revision = text.trim();
    if (isRevision(revision)) return revision;
    throw usageError(`--protocol ${revision} is no revision.`, `There are ${REVISIONS.join(", ")}.`);
  });
}
