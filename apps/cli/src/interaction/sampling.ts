import { spawn } from "node:child_process";
import { type CreateMessageParams, type CreateMessageResult, isObject } from "@snodo/protocol";
import { CliError } from "../exit/cli-error.ts";
import { EXIT } from "../exit/exit-codes.ts";

/** How much a program may answer, in bytes. */
const MOST = 16 * 1024 * 1024;

/**
 * Answers a server's request for a model with a program of the user: it reads the request as JSON on stdin, and writes
 * a message as JSON, or just its text, to stdout.
 *
 * @param command - a command line for the shell
 * @param params - what the server asks for
 * @param signal - ends the program
 * @throws CliError when the program fails
 */
export async function sampleWith(
  command: string,
  params: CreateMessageParams,
  signal: AbortSignal,
): Promise<CreateMessageResult> {
  const text = await run(command, JSON.stringify(params), signal);
  const answer = parsed(text);
  if (isObject(answer) && answer["content"] !== undefined) {
    return { role: "assistant", model: command, ...answer } as CreateMessageResult;
  }
  return {
    role: "assistant",
    model: command,
    stopReason: "endTurn",
    content: { type: "text", text: text.trimEnd() },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function run(command: string, input: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: ["pipe", "pipe", "inherit"], signal });
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= MOST) chunks.push(chunk);
      else child.kill();
    });
    // A program that does not read its input may still answer.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    child.once("error", (error) => reject(failed(command, error.message)));
    child.once("close", (code) => {
      if (code === 0 && size <= MOST) resolve(Buffer.concat(chunks).toString("utf8"));
      else reject(failed(command, size > MOST ? "it answered more than 16 MiB" : `it exited with ${code}`));
    });
  });
}

function failed(command: string, why: string): CliError {
  return new CliError(`The server asks for a model, and --sampling-command "${command}" failed: ${why}.`, {
    exit: EXIT.InputNeeded,
    reason: "sampling_command",
  });
}
