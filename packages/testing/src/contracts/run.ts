import type { ContractCase } from "./case.ts";

/** The `test` of vitest, `node:test`, bun or Deno; anything that takes a name and an async function. */
export type TestFunction = (name: string, run: () => Promise<void>) => unknown;

/** A subject that has to be put away after its case. */
export interface Disposable {
  dispose?(): void | Promise<void>;
}

/** What a contract run may be told. */
export interface RunContractOptions {
  /** Features the implementation does not have: cases that need one are not registered. */
  readonly without?: readonly string[] | undefined;
  /** Put before each test's name. */
  readonly prefix?: string | undefined;
}

/**
 * Registers one test per case, each with a subject of its own.
 *
 * @param test - registers a test: `test` of vitest, `node:test` or bun, `Deno.test`
 * @param cases - the contract, such as `transportContract`
 * @param subject - makes the implementation to be tested, once per case
 * @param options - features it does not have
 */
export function runContract<Subject extends object>(
  test: TestFunction,
  cases: readonly ContractCase<Subject>[],
  subject: () => Subject | Promise<Subject>,
  options: RunContractOptions = {},
): void {
  for (const entry of cases) {
    if (entry.needs?.some((feature) => options.without?.includes(feature)) === true) continue;
    test(`${options.prefix ?? ""}${entry.group}: ${entry.name}`, () => runCase(entry, subject));
  }
}

async function runCase<Subject extends object>(
  entry: ContractCase<Subject>,
  make: () => Subject | Promise<Subject>,
): Promise<void> {
  const subject = await make();
  try {
    await entry.run(subject);
  } finally {
    await (subject as Disposable).dispose?.();
  }
}
