const colored = process.stdout.isTTY === true && process.env["NO_COLOR"] === undefined;
const WIDTH = 24;

/** A line of output. */
export function line(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** A heading with an empty line before it. */
export function heading(text: string): void {
  line(`\n${colored ? `\u001b[1m${text}\u001b[22m` : text}`);
}

/** A fact about a server: what it is, and its value. */
export function fact(name: string, value: string): void {
  line(`  ${name.padEnd(10)} ${value}`);
}

/**
 * Draws a progress bar that moves on a terminal, and prints its end elsewhere.
 *
 * @param done - steps done
 * @param total - all steps
 */
export function bar(done: number, total: number): void {
  const full = Math.round((Math.min(done, total) / total) * WIDTH);
  const text = `  ${"progress".padEnd(10)} [${"█".repeat(full)}${"░".repeat(WIDTH - full)}] ${done}/${total}`;
  if (process.stdout.isTTY) process.stdout.write(`\r${text}${done >= total ? "\n" : ""}`);
  else if (done >= total) line(text);
}
