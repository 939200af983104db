import {
  dialectOf,
  eraOf,
  isFailure,
  isMcpError,
  isRevision,
  McpError,
  messageOf,
  quote,
  type ResumedSession,
  type Revision,
  serverError,
} from "@snodo/protocol";
import { Call } from "../calls/call.ts";
import type { Link } from "../connection/link.ts";
import type { ServerFacts } from "../connection/session.ts";
import { forget, knownInitialize, rememberInitialize } from "./era-memory.ts";
import { readFacts } from "./facts.ts";
import { initialize, unsupported, versionNames } from "./initialize.ts";
import { type Plan, plan } from "./plan.ts";
import { type ProbeOutcome, type Verdict, verdict } from "./verdict.ts";

/**
 * Opens the link and settles the revision it speaks. On failure everything begun is undone.
 *
 * @param link - a link that is not open yet
 * @param signal - gives up; nothing is sent when it is aborted already
 * @returns what the server said about itself
 * @throws McpError for a server that cannot be reached or agreed with; the signal's own reason
 */
export async function negotiate(link: Link, signal: AbortSignal | undefined): Promise<ServerFacts> {
  signal?.throwIfAborted();
  const { allowed, options } = link.settings;
  if (options.session !== undefined) return await resume(link, options.session, signal);
  const legacy = knownInitialize(link.transport);
  const chosen = plan(allowed, link.transport.revisions, legacy);
  try {
    return await begin(link, chosen, signal);
  } catch (error) {
    const guessed = legacy && plan(allowed, link.transport.revisions, false).type === "probe";
    if (!guessed || signal?.aborted === true || !provesWrong(error, allowed)) throw error;
    // The server may have been replaced. Ask again.
    forget(link.transport);
    return await begin(link, plan(allowed, link.transport.revisions, false), signal);
  }
}

/** A server that cannot be reached, or takes too long, may still be the one it was. */
function provesWrong(error: unknown, allowed: readonly Revision[]): boolean {
  return isMcpError(error) && error.reason.type !== "timeout" && verdict({ error }, allowed).type !== "fail";
}

async function begin(link: Link, chosen: Plan, signal: AbortSignal | undefined): Promise<ServerFacts> {
  if (chosen.type === "refuse") {
    throw unsupported(link, link.settings.allowed, { supported: chosen.supported }, "it enables no other");
  }
  await link.open(signal);
  return await undoOnFailure(link, async () => {
    signal?.throwIfAborted();
    if (chosen.type === "stateless") {
      link.speak(dialectOf(chosen.revision));
      return {};
    }
    if (chosen.type === "initialize") return await initialize(link, chosen.revision, signal);
    return await probe(link, chosen.revision, signal);
  });
}

async function probe(link: Link, revision: Revision, signal: AbortSignal | undefined): Promise<ServerFacts> {
  const { allowed, probeTimeout } = link.settings;
  link.speak(dialectOf(revision));
  const request = {
    jsonrpc: "2.0",
    id: link.nextId(),
    method: "server/discover",
    params: { _meta: link.baseMeta },
  } as const;
  const outcome: ProbeOutcome = await Call.run(
    link,
    request,
    { revision },
    { timeout: probeTimeout, signal },
  ).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  signal?.throwIfAborted();
  const decided = verdict(outcome, allowed);
  switch (decided.type) {
    case "stateless":
      link.speak(dialectOf(decided.revision));
      return decided.discovery === undefined ? {} : readFacts(decided.discovery);
    case "unsupported":
      throw unsupported(
        link,
        allowed,
        { supported: versionNames(decided.supported) },
        "no version in common",
      );
    case "fail":
      throw isWireError(decided.error) ? serverError(decided.error) : decided.error;
    case "initialize":
      return await fallBack(link, decided, outcome, signal);
  }
}

/** The probe may have been processed under the older rules, so the conversation starts over on a new connection. */
async function fallBack(
  link: Link,
  decided: Extract<Verdict, { type: "initialize" }>,
  outcome: ProbeOutcome,
  signal: AbortSignal | undefined,
): Promise<ServerFacts> {
  await link.connection.close();
  try {
    await link.open(signal);
    const facts = await initialize(link, decided.revision, signal);
    rememberInitialize(link.transport);
    return facts;
  } catch (error) {
    if (signal?.aborted === true || !isMcpError(error)) throw error;
    throw new McpError(
      `cannot connect to ${link.label}: ${error.message}. Before that, the server/discover probe ${probeText(outcome, error)}`,
      {
        kind: error.kind,
        code: error.code,
        data: error.data,
        reason: error.reason,
        sent: error.sent,
        cause: new AggregateError(
          [error, "error" in outcome ? outcome.error : undefined].filter(Boolean),
          "initialize and server/discover both failed",
        ),
      },
    );
  }
}

function probeText(outcome: ProbeOutcome, initializing: McpError): string {
  if ("error" in outcome) {
    if (isSameFailure(outcome.error, initializing)) return "failed in the same way";
    return `failed: ${messageOf(outcome.error)}`;
  }
  if (!isFailure(outcome.answer)) return "was answered with something else than a list of versions";
  const { code, message } = outcome.answer.error;
  return `was answered with error ${code}: ${quote(message, 200)}`;
}

/** Nobody wants to read twice that a file is missing, with the stack of a process that said so. */
function isSameFailure(probing: unknown, initializing: McpError): boolean {
  if (!isMcpError(probing)) return false;
  const [first, second] = [probing.reason, initializing.reason];
  if (first.type === "process_exit" && second.type === "process_exit")
    return first.exitCode === second.exitCode && first.signal === second.signal;
  return initializing.message.startsWith(probing.message.replace("server/discover", "initialize"));
}

/** Takes up a session that the application kept: nothing is sent. */
async function resume(
  link: Link,
  { id, protocolVersion }: ResumedSession,
  signal: AbortSignal | undefined,
): Promise<ServerFacts> {
  if (typeof id !== "string" || id === "") throw new TypeError("session.id must be a non-empty string");
  if (!isRevision(protocolVersion) || eraOf(protocolVersion) !== "initialize")
    throw new TypeError("session.protocolVersion must be an initialize-era revision");
  await link.open(signal);
  return await undoOnFailure(link, async () => {
    signal?.throwIfAborted();
    if (link.connection.sessionId === undefined)
      throw new TypeError(`the session option needs a transport with sessions; ${link.label} has none`);
    link.speak(dialectOf(protocolVersion));
    return {};
  });
}

async function undoOnFailure(link: Link, work: () => Promise<ServerFacts>): Promise<ServerFacts> {
  try {
    return await work();
  } catch (error) {
    await link.connection.close().catch((failure: unknown) => {
      link.diagnostics.report({
        level: "debug",
        code: "close_failed",
        message: `closing after a failed connect failed, too: ${messageOf(failure)}`,
        server: link.label,
      });
    });
    throw error;
  }
}

function isWireError(error: unknown): error is { readonly code: number; readonly message: string } {
  return (
    !(error instanceof Error) &&
    typeof error === "object" &&
    error !== null &&
    "code" in error &&
    "message" in error
  );
}
