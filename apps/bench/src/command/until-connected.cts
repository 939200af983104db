// Loaded before a program, with `--require`: says on stderr how much CPU the process had used when it first started a
// child or opened a socket.
const { ChildProcess } = process.getBuiltinModule("node:child_process");
const { Socket } = process.getBuiltinModule("node:net");

let said = false;

function say(): void {
  if (said) return;
  said = true;
  const { user, system } = process.cpuUsage();
  process.stderr.write(`cpu ${user + system}\n`);
}

for (const [prototype, name] of [
  [ChildProcess.prototype, "spawn"],
  [Socket.prototype, "connect"],
] as const) {
  const original: unknown = Reflect.get(prototype, name);
  if (typeof original !== "function") throw new Error(`there is no ${name}`);
  Reflect.set(prototype, name, function (this: unknown, ...args: readonly unknown[]): unknown {
    say();
    return Reflect.apply(original, this, args);
  });
}
