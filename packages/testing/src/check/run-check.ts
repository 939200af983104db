import type { Transport } from "@snodo/protocol";
import type { CheckOptions } from "./options.ts";
import type { ServerReport } from "./report.ts";

/**
 * Connects to a server in every revision it speaks and reports where it breaks the specification: wire shapes, ids,
 * error codes, paging, cache hints, capabilities, tool schemas, and with `http` its headers, statuses and sessions.
 *
 * It works on the bare connection, so that nothing is repaired on the way. Tools run only when they are named in
 * `tools`, or say that they only read and need no arguments.
 *
 * @param target - leads to the server, or makes what leads there; opened once a revision, and once more
 * @param options - what is checked
 * @returns the report: findings as data, and `text()` for people
 */
export async function checkServer(
  target: Transport | (() => Transport | Promise<Transport>),
  options: CheckOptions = {},
): Promise<ServerReport> {
  // The wire schemas need zod, which is slow to load: whoever does not check a server does not pay for it.
  const { ServerCheck } = await import("./check-server.ts");
  const transport = typeof target === "function" ? await target() : target;
  return new ServerCheck(transport, options).run();
}
