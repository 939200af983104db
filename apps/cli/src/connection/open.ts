import { type Client, type ConnectOptions, connect, type Extension, VERSION } from "@snodo/client";
import { type ResponseCache, systemClock, type Transport } from "@snodo/protocol";
import { lazyValidator } from "../args/validator.ts";
import { commandNamed } from "../command-line/commands.ts";
import { usageError } from "../exit/cli-error.ts";
import type { ExitCode } from "../exit/exit-codes.ts";
import { inputHandlers, urlHandler } from "../interaction/handlers.ts";
import { visitRequiredUrls } from "../interaction/url-required.ts";
import type { Invocation, ServerCommand } from "../invocation.ts";
import { logLine } from "../output/log-line.ts";
import { findTarget } from "../targets/find-target.ts";
import type { Target } from "../targets/target.ts";
import { readHeaders } from "./headers.ts";
import { Patience } from "./patience.ts";
import { revisions } from "./revisions.ts";
import { timeLimit } from "./time-limit.ts";
import type { Trace } from "./trace.ts";
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
  // Nobody has to wait for a server to be told this.
  const { needs } = commandNamed(invocation.name) ?? {};
  if (needs !== undefined && found.words.length === 0) throw usageError(needs.question, needs.hint);
  const patience = new Patience(systemClock);
  const direct = await transportTo(found.target, invocation, (wait) => patience.aside(wait));
  invocation.serverKnown(direct.label);
  const trace = await traceOf(found.target, direct, invocation);
  const cache = await cacheOf(invocation);
  try {
    return await onConnection(
      patience,
      trace?.transport ?? direct,
      { ...invocation, words: found.words },
      cache?.cache,
      load,
    );
  } finally {
    await cache?.flush();
    await trace?.write();
  }
}

async function onConnection(
  patience: Patience,
  transport: Transport,
  invocation: Invocation,
  cache: ResponseCache | undefined,
  load: () => Promise<ServerCommand>,
): Promise<ExitCode> {
  const opened: { client?: Client } = {};
  const connectOptions = await optionsFor(invocation, patience, transport.label, opened);
  const loading: { command?: Promise<ServerCommand> } = {};
  const client = await connect(
    onOpen(transport, () => {
      loading.command ??= load();
    }),
    { ...connectOptions, cache },
  );
  opened.client = client;
  try {
    const command = await (loading.command ?? load());
    return await command({ ...invocation, client, patience });
  } finally {
    await client.close();
  }
}

/** Only calls become tasks. */
async function extensionsFor(name: string): Promise<readonly Extension[]> {
  if (name !== "call" && name !== "repl") return [];
  const { tasks } = await import("@snodo/tasks");
  return [tasks()];
}

/** The command is loaded while the server starts, and not before it does. */
function onOpen(transport: Transport, opened: () => void): Transport {
  return {
    ...transport,
    async open(context) {
      const connection = await transport.open(context);
      opened();
      return connection;
    },
  };
}

async function traceOf(
  target: Target,
  transport: Transport,
  { options, around, output }: Invocation,
): Promise<Trace | undefined> {
  const file = options.value("trace");
  if (file === undefined) return undefined;
  const { secretsOf, traceTo } = await import("./trace.ts");
  const secrets = secretsOf(target, readHeaders(options.values("header")), around.env);
  return await traceTo(transport, file, secrets, { cwd: around.cwd, output });
}

/** The cache of `--cache`, shared with the commands before and after this one. */
async function cacheOf({
  options,
  around,
}: Invocation): Promise<{ cache: ResponseCache; flush(): Promise<void> } | undefined> {
  if (!options.has("cache")) return undefined;
  const [{ responseCache }, { cacheFolder, fileCacheStore }] = await Promise.all([
    import("@snodo/cache"),
    import("./file-cache.ts"),
  ]);
  const cache = responseCache({ store: fileCacheStore(cacheFolder(around)) });
  return { cache, flush: () => cache.flush() };
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
    outputValidator: lazyValidator,
    extensions: await extensionsFor(invocation.name),
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
