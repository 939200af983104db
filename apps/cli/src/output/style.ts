import { styleText } from "node:util";

/** The styles that are used; each says something. */
type StyleName = "bold" | "dim" | "red" | "green" | "yellow" | "cyan" | "underline";

/** Puts a text in a style, or leaves it alone where there are no colours. */
export type Style = (name: StyleName, text: string) => string;

/** What decides about colours: a stream and the environment. */
export interface Colours {
  readonly isTTY?: boolean | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Says whether to use colours: `NO_COLOR` forbids them, `FORCE_COLOR` asks for them, else a terminal that has any.
 *
 * @param colours - the stream and the environment
 */
export function usesColour({ isTTY, env }: Colours): boolean {
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  const forced = env["FORCE_COLOR"] ?? "";
  if (forced !== "") return forced !== "0" && forced !== "false";
  return isTTY === true && env["TERM"] !== "dumb";
}

/**
 * Makes a {@link Style}.
 *
 * @param colour - whether to use colours
 */
export function styleWith(colour: boolean): Style {
  return colour ? (name, text) => styleText(name, text) : (_name, text) => text;
}
