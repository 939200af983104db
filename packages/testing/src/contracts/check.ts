import { type Clock, systemClock } from "@snodo/protocol";
import { ContractFailure } from "./case.ts";

/** How long a case waits for something that must happen, in milliseconds. */
const PATIENCE = 10_000;

/**
 * Fails unless something holds.
 *
 * @param holds - what must be true
 * @param problem - what is wrong when it is not, as a sentence
 */
export function check(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new ContractFailure(problem);
}

/**
 * Fails unless two JSON values are equal.
 *
 * @param actual - what happened
 * @param expected - what must happen
 * @param what - names the value
 */
export function equal(actual: unknown, expected: unknown, what: string): void {
  if (same(actual, expected)) return;
  throw new ContractFailure(`${what}: expected ${show(expected)}, got ${show(actual)}`);
}

/**
 * Waits for something that must happen soon.
 *
 * @param promise - what is waited for
 * @param what - names it, for the failure of a promise that never settles
 * @param clock - measures the patience
 */
export async function soon<T>(promise: Promise<T>, what: string, clock: Clock = systemClock): Promise<T> {
  let timer: unknown;
  const late = new Promise<never>((_resolve, reject) => {
    timer = clock.setTimeout(
      () => reject(new ContractFailure(`${what} did not happen within ${PATIENCE / 1000} s`)),
      PATIENCE,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clock.clearTimeout(timer);
  }
}

/**
 * Waits for a promise that must reject.
 *
 * @param promise - what is waited for
 * @param what - names it
 * @returns what it rejected with
 */
export function rejection(promise: Promise<unknown>, what: string): Promise<unknown> {
  const error = mustReject(promise, what);
  // A case may look at it later, or have failed before it comes to that.
  error.catch(() => undefined);
  return error;
}

async function mustReject(promise: Promise<unknown>, what: string): Promise<unknown> {
  const outcome = await soon(
    promise.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    ),
    what,
  );
  if ("error" in outcome) return outcome.error;
  throw new ContractFailure(`${what}: expected a rejection, got ${show(outcome.value)}`);
}

/** Whether two JSON values are equal; members that are undefined count as absent. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = entriesOf(a);
  const right = new Map(entriesOf(b));
  return (
    left.length === right.size && left.every(([key, value]) => right.has(key) && same(value, right.get(key)))
  );
}

function entriesOf(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

function show(value: unknown): string {
  const text = value instanceof Error ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
