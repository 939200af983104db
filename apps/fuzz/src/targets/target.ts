import fc from "fast-check";

/** What a part of the library is given, and what must hold then. */
export interface TargetSpec<Input> {
  readonly name: string;
  /** How many of a thousand inputs it gets. */
  readonly share: number;
  readonly input: fc.Arbitrary<Input>;
  /** Throws when something that must hold does not. */
  readonly run: (input: Input) => void | Promise<void>;
}

/** A part of the library that is fed with input. */
export interface Target {
  readonly name: string;
  readonly share: number;
  /**
   * Feeds it.
   *
   * @param runs - how many inputs
   * @param seed - the same seed gives the same inputs
   * @returns what failed, with the smallest input that fails; undefined when nothing did
   */
  feed(runs: number, seed: number): Promise<string | undefined>;
}

/**
 * Makes a target of its parts.
 *
 * @param spec - input and what must hold
 */
export function target<Input>({ name, share, input, run }: TargetSpec<Input>): Target {
  return {
    name,
    share,
    async feed(runs, seed) {
      const property = fc.asyncProperty(input, async (value) => {
        await run(value);
      });
      const details = await fc.check(property, { numRuns: runs, seed });
      if (!details.failed) return undefined;
      const { errorInstance, counterexample, numShrinks } = details;
      return (
        `${errorInstance instanceof Error ? errorInstance.message : String(errorInstance)}\n` +
        `after ${details.numRuns} runs of the seed ${seed}, made smaller ${numShrinks} times: ` +
        fc.stringify(counterexample)
      );
    },
  };
}
