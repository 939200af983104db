import { publicUrl, quote } from "@snodo/protocol";

/** How much of a command line errors show, in characters. */
const SHOWN = 160;
const HIDDEN = "…";

const SECRET_NAME =
  /token|secret|passw|pwd|api[-_]?key|access[-_]?key|private[-_]?key|auth|credential|cookie/iu;
const SECRET_VALUE = /^(?:(?:proxy-)?authorization|cookie|x-[\w-]+)\s*:|\b(?:bearer|basic)\s+\S/iu;
const URL_START = /^[a-z][a-z0-9+.-]*:\/\//iu;
const PLAIN = /^[\w@%+=:,./\\~…-]+$/u;

/**
 * The command line as errors and logs name the server: clipped, without environment, and with what looks like a
 * secret left out (the value of `--token`, a header, the credentials and query of a URL).
 *
 * @param command - the program
 * @param args - its arguments
 */
export function commandLabel(command: string, args: readonly string[]): string {
  const shown = [command];
  let secret = false;
  for (const arg of args) {
    shown.push(secret && !arg.startsWith("-") ? HIDDEN : publicArgument(arg));
    secret = arg.startsWith("-") && !arg.includes("=") && SECRET_NAME.test(arg);
  }
  return quote(shown.map((part) => (PLAIN.test(part) ? part : `"${part}"`)).join(" "), SHOWN);
}

function publicArgument(arg: string): string {
  const equals = arg.indexOf("=");
  if (equals > 0 && !URL_START.test(arg)) {
    const name = arg.slice(0, equals);
    return `${name}=${SECRET_NAME.test(name) ? HIDDEN : publicArgument(arg.slice(equals + 1))}`;
  }
  if (SECRET_VALUE.test(arg)) return HIDDEN;
  return URL_START.test(arg) ? publicUrl(arg) : arg;
}
