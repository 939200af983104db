import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { messageOf, type Transport } from "@snodo/protocol";
import { usageError } from "../exit/cli-error.ts";
import { jsonText } from "../output/json-document.ts";
import type { Output } from "../output/output.ts";
import { safeText } from "../output/safe-text.ts";
import type { Target } from "../targets/target.ts";

/** A transport whose traffic is written down. */
export interface Trace {
  readonly transport: Transport;
  /** Writes what passed so far. */
  write(): Promise<void>;
}

/** A value that is shorter is no secret, and would turn the rest into holes. */
const SHORTEST = 6;

/**
 * Writes down what passes through a transport, without the secrets in it.
 *
 * @param transport - does the work
 * @param file - where to: text for `-` (stderr), `*.txt` and `*.log`, else JSON that `replayTransport` can replay
 * @param secrets - values that must not appear
 * @param context - the working directory, and stderr
 */
export async function traceTo(
  transport: Transport,
  file: string,
  secrets: readonly string[],
  { cwd, output }: { readonly cwd: string; readonly output: Output },
): Promise<Trace> {
  const { recordTransport } = await import("@snodo/testing");
  const recorded = recordTransport(transport, { secrets });
  return {
    transport: recorded,
    async write() {
      if (file === "-") {
        output.note(safeText(recorded.text()));
        return;
      }
      const text = /\.(txt|log)$/i.test(file) ? recorded.text() : jsonText(recorded.recording(), 2);
      try {
        await writeFile(resolve(cwd, file), `${text}\n`, { mode: 0o600 });
      } catch (error) {
        throw usageError(`--trace ${file} cannot be written: ${messageOf(error)}.`);
      }
    },
  };
}

/**
 * What must not appear in a trace besides what looks like a secret: headers, and the variables a server is given.
 *
 * @param target - the server
 * @param headers - those of the command line
 * @param env - of this program
 */
export function secretsOf(
  target: Target,
  headers: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const own = Object.entries(env).flatMap(([name, value]) =>
    /^SNODO_(TOKEN|CLIENT_SECRET|PRIVATE_KEY)$/.test(name) && value !== undefined ? [value] : [],
  );
  const given =
    target.kind === "url" ? Object.values({ ...target.headers, ...headers }) : Object.values(target.env);
  const bare = given.map((value) => value.replace(/^(Bearer|Basic)\s+/i, ""));
  return [...own, ...given, ...bare].filter((value) => value.length >= SHORTEST);
}
