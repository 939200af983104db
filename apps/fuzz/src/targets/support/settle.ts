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

/** Whether something may wait for time to pass: for an answer that never comes it must, for anything else it must not. */
export type Patience = "at once" | "in time";

/**
 * Waits for promises: first for what needs no time, then lets all the time pass that anything may wait.
 *
 * @param promises - what has to settle; observed from now on, so they may reject before they are waited for
 * @returns waits for them
 */
export function settleLater(
  promises: readonly Promise<unknown>[],
): (clock: ManualClock, what: string, patience: Patience) => Promise<readonly Outcome[]> {
  const watched = promises.map(watch);
  return async (clock, what, patience) => {
    const waits = (): boolean => watched.some(({ outcome }) => outcome === undefined);
    for (let turn = 0; turn < TURNS && waits(); turn += 1) {
      await clock.flush();
      if (turn === SOON && patience === "in time" && waits()) await clock.advance(LONG);
    }
    return watched.map(({ outcome }) => {
      must(
        outcome !== undefined,
        patience === "in time" ? `${what} never settles` : `${what} waits for nothing`,
      );
      return outcome;
    });
  };
}

/** The same for one, in one step. */
export async function settle(
  promise: Promise<unknown>,
  clock: ManualClock,
  what: string,
  patience: Patience = "in time",
): Promise<Outcome> {
  const [outcome] = await settleLater([promise])(clock, what, patience);
  return outcome as Outcome;
}
