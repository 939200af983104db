import type { ExitCode } from "../exit/exit-codes.ts";
import type { Invocation, ServerCommand } from "../invocation.ts";

/** Loads what a line of the REPL does with an open connection. */
const LINE_COMMANDS: ReadonlyMap<string, () => Promise<ServerCommand>> = new Map([
  ["info", async () => (await import("./info.ts")).info],
  ["tools", async () => (await import("./tools.ts")).tools],
  ["call", async () => (await import("./call.ts")).call],
  ["resources", async () => (await import("./resources.ts")).resources],
  ["read", async () => (await import("./read.ts")).read],
  ["prompts", async () => (await import("./prompts.ts")).prompts],
  ["prompt", async () => (await import("./prompt.ts")).prompt],
  ["complete", async () => (await import("./complete.ts")).complete],
  ["listen", async () => (await import("./listen.ts")).listen],
  ["ping", async () => (await import("./ping.ts")).ping],
]);

/** Loads what a command does with an open connection. */
export const SERVER_COMMANDS: ReadonlyMap<string, () => Promise<ServerCommand>> = new Map([
  ...LINE_COMMANDS,
  ["repl", async () => (await import("./repl.ts")).replOf(LINE_COMMANDS)],
]);

/** Loads what a command does by itself. */
export const OWN_COMMANDS: ReadonlyMap<string, () => Promise<(invocation: Invocation) => Promise<ExitCode>>> =
  new Map([
    ["check", async () => (await import("./check.ts")).check],
    ["completion", async () => (await import("./completion.ts")).completion],
    ["login", async () => (await import("./login.ts")).login],
    ["logout", async () => (await import("./login.ts")).logout],
    ["whoami", async () => (await import("./login.ts")).whoami],
    ["servers", async () => (await import("./servers.ts")).servers],
    ["help", async () => (await import("./help.ts")).help],
  ]);
