import { homedir } from "node:os";
import process, { cwd, env, platform, stderr, stdin, stdout } from "node:process";
import { EXIT } from "./exit/exit-codes.ts";
import { listenToInterrupts } from "./interrupts.ts";
import { main } from "./main.ts";
import { Stopper } from "./stopper.ts";

const stopper = new Stopper();
listenToInterrupts(process, stopper);

for (const stream of [stdout, stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // `snodo tools … | head -1`: whoever reads has read enough.
    if (error.code === "EPIPE") process.exit(EXIT.Ok);
    if (stream === stdout) stderr.write(`error: the result cannot be written: ${error.message}.\n`);
    process.exit(EXIT.Usage);
  });
}

// What a user is waited for with, such as the listener of a sign-in, does not keep a program running.
setInterval(() => undefined, 2 ** 30);

const around = { cwd: cwd(), home: homedir(), platform, env };
main({ argv: process.argv.slice(2), around, stdin, stdout, stderr, stopper })
  .then(async (code) => {
    // What was written to a pipe is not there yet; to exit now would cut it off.
    await Promise.all(
      [stdout, stderr].map((stream) => new Promise<void>((done) => stream.write("", () => done()))),
    );
    process.exit(code);
  })
  .catch((error: unknown) => {
    stderr.write(`snodo failed in a way it should not: ${String(error)}\n`);
    process.exit(1);
  });
