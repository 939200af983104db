/** What the referee tells a client about the scenario it runs in. */
export interface Scenario {
  /** Its name, such as `tools_call` or `auth/dpop`. */
  readonly name: string;
  readonly url: string;
  /** What the scenario hands out besides: credentials, calls to make. */
  readonly context: Readonly<Record<string, unknown>>;
}

/**
 * Reads the scenario from the command line and the environment.
 *
 * @throws Error when the client was not started by the referee
 */
export function readScenario(argv: readonly string[], env: NodeJS.ProcessEnv): Scenario {
  const url = argv.at(-1);
  const name = env["MCP_CONFORMANCE_SCENARIO"];
  if (url === undefined || name === undefined)
    throw new Error("to be started by the referee: pnpm conformance");
  const context = JSON.parse(env["MCP_CONFORMANCE_CONTEXT"] ?? "{}") as Scenario["context"];
  return { name, url, context };
}

/** A text of the context that the scenario cannot do without. */
export function contextText({ name, context }: Scenario, key: string): string {
  const value = context[key];
  if (typeof value !== "string") throw new Error(`${name}: the referee gave no ${key}`);
  return value;
}
