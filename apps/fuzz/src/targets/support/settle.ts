import type { ManualClock } from "@snodo/testing";
import { must, type Outcome } from "./must.ts";

/** After this long, on a clock that is turned by hand, nothing may still wait. */
const LONG = 700_000;
/** So many turns of the event loop are waited for what needs no time at all. */
const TURNS = 500;
/** Of these, so many before time passes. */
const SOON = 20;

/** Notes what becomes of a promise. */
function watch(promise: Promise<unknown>): { outcome: Outcome | undefined } {
  const watched: { outcome: Outcome | undefined } = { outcome: undefined };
  promise.then(
    (value) => {
      watched.outcome = { value };
    },
    (error: unknown) => {
      watched.outcome = { error };
    },
  );
  return watched;
}

/**
 * Waits for promises: first for what needs no time, then lets all the time pass that anything may wait.
 *
 * @param promises - what has to settle
 * @param clock - the only clock in use
 * @param what - names them
 */
export async function settleAll(
  promises: readonly Promise<unknown>[],
  clock: ManualClock,
  what: string,
): Promise<readonly Outcome[]> {
  return settleLater(promises)(clock, what);
}

/**
 * The same in two steps, for promises that may reject before they are waited for.
 *
 * @param promises - are observed from now on
 * @returns waits for them
 */
export function settleLater(
  promises: readonly Promise<unknown>[],
): (clock: ManualClock, what: string) => Promise<readonly Outcome[]> {
  const watched = promises.map(watch);
  return (clock, what) => waitFor(watched, clock, what);
}

async function waitFor(
  watched: readonly { readonly outcome: Outcome | undefined }[],
  clock: ManualClock,
  what: string,
): Promise<readonly Outcome[]> {
  const waits = (): boolean => watched.some(({ outcome }) => outcome === undefined);
  for (let turn = 0; turn < TURNS && waits(); turn += 1) {
    await clock.flush();
    if (turn === SOON && waits()) await clock.advance(LONG);
  }
  return watched.map(({ outcome }) => {
    must(outcome !== undefined, `${what} never settles`);
    return outcome;
  });
}

/** The same for one. */
export async function settle(promise: Promise<unknown>, clock: ManualClock, what: string): Promise<Outcome> {
  const [outcome] = await settleAll([promise], clock, what);
  return outcome as Outcome;
}
