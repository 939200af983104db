import { completionScript } from "../completion/scripts.ts";
import { EXIT, type ExitCode } from "../exit/exit-codes.ts";
import type { Invocation } from "../invocation.ts";
import { noMoreWords } from "./words.ts";

/** `snodo completion`: the script that teaches a shell to complete this command. */
export async function completion({ words, output }: Invocation): Promise<ExitCode> {
  const [shell, ...rest] = words;
  noMoreWords(rest);
  output.text(completionScript(shell).trimEnd());
  return EXIT.Ok;
}
