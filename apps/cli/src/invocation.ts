import type { Readable, Writable } from "node:stream";
import type { Client } from "@snodo/client";
import type { Options } from "./command-line/options.ts";
import type { Patience } from "./connection/patience.ts";
import type { ExitCode } from "./exit/exit-codes.ts";
import type { Output } from "./output/output.ts";
import type { Stopper } from "./stopper.ts";
import type { Surroundings } from "./targets/config-places.ts";

/** What every command is given. */
export interface Invocation {
  /** The name of the command. */
  readonly name: string;
  /** Of the command line, after the name of the command. */
  readonly words: readonly string[];
  readonly options: Options;
  /** The command of a server, after `--`. */
  readonly server: readonly string[] | undefined;
  readonly output: Output;
  readonly around: Surroundings;
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  /** Where questions are shown. */
  readonly stderr: Writable & { readonly isTTY?: boolean | undefined };
  readonly stopper: Stopper;
  /** Told the label of the server as soon as it is known, for failures. */
  readonly serverKnown: (label: string) => void;
}

/** What a command that talks to a server is given. */
export interface ServerCall extends Invocation {
  readonly client: Client;
  /** The time limit of calls that may ask the user. */
  readonly patience: Patience;
}

/** Runs a command on an open connection. What it throws is told by the caller. */
export type ServerCommand = (call: ServerCall) => Promise<ExitCode>;
