import { homedir } from "node:os";
import process, { cwd, env, platform, stderr, stdin, stdout } from "node:process";
import { listenToInterrupts } from "./interrupts.ts";
import { main } from "./main.ts";
import { Stopper } from "./stopper.ts";

const stopper = new Stopper();
listenToInterrupts(process, stopper);

// `snodo tools … | head -1`: whoever reads has read enough.
for (const stream of [stdout, stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
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
