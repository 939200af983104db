// The server that the contestants start as a child process: one message a line.
import { answerTo, progressOf } from "./answers.ts";

let rest = "";

function linesFor(line: string): string {
  const answer = answerTo(JSON.parse(line));
  if (answer === undefined) return "";
  if (answer.acknowledgement !== undefined) return `${JSON.stringify(answer.acknowledgement)}\n`;
  let out = "";
  const { count = 0, token = 0 } = answer.progress ?? {};
  for (let step = 1; step <= count; step++) out += `${JSON.stringify(progressOf(token, step, count))}\n`;
  return `${out}${JSON.stringify(answer.body)}\n`;
}

process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk: string) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  const out = lines.map((line) => (line === "" ? "" : linesFor(line))).join("");
  if (out !== "") process.stdout.write(out);
});
process.stdin.on("end", () => process.exit(0));
