import { type Client, type ConnectOptions, connect, VERSION } from "@snodo/client";
import { isRevision, REVISIONS, type Revision, systemClock } from "@snodo/protocol";
import type { Options } from "../command-line/options.ts";
import { usageError } from "../exit/cli-error.ts";
import type { ExitCode } from "../exit/exit-codes.ts";
import { inputHandlers, urlHandler } from "../interaction/handlers.ts";
import { visitRequiredUrls } from "../interaction/url-required.ts";
import type { Invocation, ServerCommand } from "../invocation.ts";
import { logLine } from "../output/log-line.ts";
import { findTarget } from "../targets/find-target.ts";
import { Patience } from "./patience.ts";
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
  const patience = new Patience(systemClock);
  const opened: { client?: Client } = {};
  const connectOptions = await optionsFor(invocation, patience, transport.label, opened);
  const [client, command] = await Promise.all([connect(transport, connectOptions), load()]);
  opened.client = client;
  try {
    return await command({ ...invocation, words: found.words, client, patience });
  } finally {
    await client.close();
  }
}

async function optionsFor(
  invocation: Invocation,
  patience: Patience,
  server: string,
  opened: { readonly client?: Client },
): Promise<ConnectOptions> {
  const { options, output, stopper } = invocation;
  const timeout = timeLimit(options);
  // Since 2026-07-28 a page is visited between two rounds of a call.
  const serverWaits = (): boolean => opened.client?.session.era === "initialize";
  const handlers = await inputHandlers({ invocation, patience, serverWaits });
  const visit = urlHandler({ invocation, patience, serverWaits: () => false });
  return {
    protocol: revisions(options),
    timeout,
    probeTimeout: timeout === 0 ? PROBE : Math.min(PROBE, timeout),
    signal: stopper.signal,
    clientInfo: { name: "snodo", version: VERSION },
    inputHandlers: handlers,
    interceptors: [visitRequiredUrls(visit, { signal: stopper.signal, server })],
    onLog: (message) => output.note(logLine(message, output.sideStyle)),
    diagnostics: {
      report({ level, code, message }) {
        // Told as the failure of the command.
        if (code === "input_handler_failed" && stopper.signal.aborted) return;
        if (level === "warning") output.warn(message);
        else output.detail(message);
      },
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
