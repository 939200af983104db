import { createInterface } from "node:readline";
import { transportError } from "@snodo/protocol";
import { CANCELLED } from "../interaction/asker.ts";
import { canAsk } from "../interaction/handlers.ts";
import { terminalAsker } from "../interaction/terminal-asker.ts";
import type { Invocation } from "../invocation.ts";

/** Shows where to sign in, and resolves with the address the user ended on. */
export type PastePrompt = (url: string, problem: string | undefined, signal: AbortSignal) => Promise<string>;

/**
 * Asks for the address a sign-in ended on: on a terminal as a question, else as a line on stdin.
 *
 * @param invocation - the command it is for
 */
export function askForCallback(invocation: Invocation): PastePrompt {
  const { output } = invocation;
  return async (url, problem, signal) => {
    if (problem === undefined) {
      output.note(
        `Open this page in any browser and sign in:\n${url}\n\nThe page you end on will not load. Copy its whole address.`,
      );
    } else output.warn(problem);
    return canAsk(invocation) ? await ask(invocation, signal) : await readLine(invocation, signal);
  };
}

async function ask(invocation: Invocation, signal: AbortSignal): Promise<string> {
  const asker = await terminalAsker(invocation, signal);
  const check = (text: string): string | undefined => (text.trim() === "" ? "Paste the address." : undefined);
  const answer = await invocation.output.leaveTerminal(() =>
    asker.text("The address you ended on", { check }),
  );
  if (answer === CANCELLED) throw notSignedIn("nothing was pasted");
  return answer.trim();
}

async function readLine({ stdin }: Invocation, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: stdin, signal });
  for await (const line of lines) if (line.trim() !== "") return line.trim();
  throw notSignedIn("stdin ended without the address");
}

/** In the words of the library: what else a flow throws may hold a secret, and is not passed on. */
function notSignedIn(why: string): Error {
  return transportError(`The sign-in was given up: ${why}.`, {
    type: "authorization",
    problem: "callback",
    retryable: false,
    error: "given_up",
  });
}
