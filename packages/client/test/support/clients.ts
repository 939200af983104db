import {
  type Diagnostic,
  eraOf,
  isMcpError,
  type McpError,
  REVISIONS,
  type Revision,
  type Transport,
} from "@snodo/protocol";
import { memoryTransport, type TestServer } from "@snodo/testing";
import { expect, onTestFinished } from "vitest";
import { type Client, type ConnectOptions, connect, direct } from "../../src/index.ts";

/** Every revision of the initialize era. */
export const INITIALIZE_REVISIONS: readonly Revision[] = REVISIONS.filter(
  (revision) => eraOf(revision) === "initialize",
);

/** The revision that stands for each era. */
export const ERAS = ["2026-07-28", "2025-11-25"] as const;

/** The ways to reach a server in this process. */
export type Over = "direct" | "pipe";

/** Every revision over every way. */
export const MATRIX: readonly (readonly [Revision, Over])[] = REVISIONS.flatMap((revision) => [
  [revision, "direct"] as const,
  [revision, "pipe"] as const,
]);

/** A client, and what it reported. */
export interface Opened {
  readonly client: Client;
  readonly diagnostics: readonly Diagnostic[];
  /** Their codes. */
  codes(): readonly string[];
}

/** Connects over a transport; the client is closed when the test is over. */
export async function open(transport: Transport, options: ConnectOptions = {}): Promise<Opened> {
  const recorded = recorder();
  const client = await connect(transport, { ...recorded.options, ...options });
  onTestFinished(() => client.close());
  return { client, ...recorded };
}

/** Connects to a test server. */
export async function dial(server: TestServer, over: Over, options: ConnectOptions = {}): Promise<Opened> {
  if (over === "pipe") return await open(memoryTransport(server), options);
  const recorded = recorder();
  const client = await direct(server, { ...recorded.options, ...options });
  onTestFinished(() => client.close());
  return { client, ...recorded };
}

/** Keeps diagnostics instead of printing them. */
export function recorder() {
  const diagnostics: Diagnostic[] = [];
  return {
    diagnostics,
    codes: () => diagnostics.map(({ code }) => code),
    options: { diagnostics: { report: (diagnostic: Diagnostic) => void diagnostics.push(diagnostic) } },
  };
}

/** The error a promise must reject with. */
export async function failure(promise: Promise<unknown>): Promise<McpError> {
  const error = await thrown(promise);
  expect(error).toSatisfy((value) => isMcpError(value), `an McpError, not ${String(error)}`);
  expect((error as McpError).message).not.toMatch(/[\r\n]/);
  return error as McpError;
}

/** Whatever a promise must reject with. */
export async function thrown(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ("error" in outcome) return outcome.error;
  throw new Error(`expected a rejection, got ${JSON.stringify(outcome.value)}`);
}

/** The next event of something that calls back. */
export function gate<T = void>(): { readonly opened: Promise<T>; readonly open: (value: T) => void } {
  let open: (value: T) => void = () => undefined;
  const opened = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
