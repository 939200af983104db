/** The name of an option, without its dashes. */
export type OptionName =
  | "config"
  | "header"
  | "timeout"
  | "protocol"
  | "cache"
  | "trace"
  | "root"
  | "sampling-command"
  | "no-browser"
  | "json"
  | "text"
  | "verbose"
  | "help"
  | "version"
  | "save"
  | "raw"
  | "check"
  | "resource"
  | "count"
  | "tool"
  | "scope"
  | "account"
  | "port";

/** One option of the command line. */
export interface OptionSpec {
  readonly name: OptionName;
  /** Its one-letter form, without the dash. */
  readonly short?: string | undefined;
  /** What its value is called in the help; without one it is a switch. */
  readonly value?: string | undefined;
  readonly multiple?: boolean | undefined;
  readonly about: string;
}

/** Every option there is, in the order of the help. Commands pick from these, so that one name means one thing. */
export const OPTIONS: readonly OptionSpec[] = [
  { name: "config", value: "FILE", about: "Read servers from this file only" },
  {
    name: "header",
    short: "H",
    value: "NAME:VALUE",
    multiple: true,
    about: "Send this HTTP header; may be repeated",
  },
  { name: "timeout", short: "t", value: "TIME", about: "Give up after this long, such as 500ms, 10s or 2m" },
  { name: "protocol", value: "REVISION", about: "Speak only this revision, or one of a list with commas" },
  { name: "cache", about: "Keep lists and resources on disk for as long as the server allows" },
  {
    name: "trace",
    value: "FILE",
    about: "Write what passed on the wire, without secrets; as text if FILE is - or *.txt",
  },
  { name: "root", value: "DIR", multiple: true, about: "Let the server know this folder; may be repeated" },
  {
    name: "sampling-command",
    value: "COMMAND",
    about: "Answer the server's requests for a model with this program",
  },
  { name: "no-browser", about: "Sign in by pasting the address you end on" },
  { name: "json", about: "Write one JSON document, and a failure as one JSON line on stderr" },
  { name: "text", about: "Write for people, also when the output is piped" },
  { name: "verbose", short: "v", about: "Show the server's stderr and everything worth knowing" },
  { name: "help", short: "h", about: "Show this help" },
  { name: "version", short: "V", about: "Show the version" },
  {
    name: "save",
    value: "DIR",
    about: "Where pictures and other files are saved; a temporary folder by default",
  },
  { name: "raw", about: "Write the bytes of the resource and nothing else" },
  { name: "check", about: "Connect to each server and say how it is" },
  {
    name: "resource",
    value: "URI",
    multiple: true,
    about: "Listen to changes of this resource; may be repeated",
  },
  { name: "count", value: "N", about: "Stop after this many events" },
  { name: "tool", value: "NAME=JSON", multiple: true, about: "Call this tool, too; may be repeated" },
  { name: "scope", value: "SCOPES", about: "Ask for these scopes" },
  { name: "account", value: "NAME", about: "Keep this account apart from others at the same server" },
  { name: "port", value: "N", about: "Listen for the sign-in on this port" },
];

const BY_NAME: ReadonlyMap<string, OptionSpec> = new Map(OPTIONS.map((spec) => [spec.name, spec]));

/** Options of every command. */
export const COMMON_OPTIONS: readonly OptionName[] = ["json", "text", "verbose", "help", "version"];

/** Options of every command that talks to a server. */
export const CONNECTION_OPTIONS: readonly OptionName[] = [
  "config",
  "header",
  "timeout",
  "protocol",
  "cache",
  "trace",
  "root",
  "sampling-command",
  "account",
  "no-browser",
];

/**
 * Finds an option.
 *
 * @param name - without its dashes
 */
export function optionNamed(name: string): OptionSpec | undefined {
  return BY_NAME.get(name);
}

/** The options that were given. */
export class Options {
  readonly #values: ReadonlyMap<string, readonly string[]>;
  /** The arguments of a call that were given as `--json '{…}'`. */
  readonly jsonArguments: string | undefined;

  constructor(values: ReadonlyMap<string, readonly string[]>, jsonArguments: string | undefined) {
    this.#values = values;
    this.jsonArguments = jsonArguments;
  }

  /** Whether it was given. */
  has(name: OptionName): boolean {
    return this.#values.has(name);
  }

  /** The names of those given. */
  names(): readonly string[] {
    return [...this.#values.keys()];
  }

  /** Its value; the last one counts. */
  value(name: OptionName): string | undefined {
    return this.#values.get(name)?.at(-1);
  }

  /** All its values, in order. */
  values(name: OptionName): readonly string[] {
    return this.#values.get(name) ?? [];
  }
}
