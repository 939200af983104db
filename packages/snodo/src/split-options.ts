import type { ConnectOptions } from "@snodo/client";

/** The options that are the client's; everything else is the transport's. */
const CLIENT_OPTIONS: Readonly<Record<keyof ConnectOptions, true>> = {
  protocol: true,
  probeTimeout: true,
  timeout: true,
  signal: true,
  clientInfo: true,
  clientCapabilities: true,
  inputHandlers: true,
  maxInputRounds: true,
  maxServerRequests: true,
  maxPages: true,
  cache: true,
  onLog: true,
  logLevel: true,
  onNotification: true,
  diagnostics: true,
  interceptors: true,
  extensions: true,
  outputValidator: true,
  session: true,
  random: true,
  clock: true,
};

/** Options by whom they are for. */
export interface SplitOptions {
  readonly client: { readonly [name: string]: unknown };
  readonly transport: { readonly [name: string]: unknown };
}

/**
 * Tells the client's options from the transport's. One that is undefined is as good as not given.
 *
 * @param options - what the caller gave
 */
export function splitOptions(options: object): SplitOptions {
  const client: [string, unknown][] = [];
  const transport: [string, unknown][] = [];
  for (const entry of Object.entries(options)) {
    if (entry[1] === undefined) continue;
    (Object.hasOwn(CLIENT_OPTIONS, entry[0]) ? client : transport).push(entry);
  }
  return { client: Object.fromEntries(client), transport: Object.fromEntries(transport) };
}
