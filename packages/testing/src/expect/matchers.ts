import type { ToolObservation } from "./observe.ts";
import type { AskedInput } from "./record-input.ts";
import { type Verdict, verdicts } from "./verdicts.ts";

/** What a matcher of vitest or jest returns. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
  readonly actual: unknown;
  readonly expected: unknown;
}

/** The matchers on what `observeTool` gives, as `expect.extend` takes them. */
// An alias, since frameworks ask for an index signature, which interfaces do not have.
export type ToolMatcherFunctions = {
  toSucceed(seen: ToolObservation): MatcherResult;
  toBeToolError(seen: ToolObservation, text?: string | RegExp): MatcherResult;
  toBeRefused(seen: ToolObservation, code?: number): MatcherResult;
  toHaveText(seen: ToolObservation, text: string | RegExp): MatcherResult;
  toHaveStructured(seen: ToolObservation, value: unknown): MatcherResult;
  toHaveProgress(seen: ToolObservation, reports?: number): MatcherResult;
  toHaveAsked(seen: ToolObservation, kind: AskedInput["kind"], message?: string | RegExp): MatcherResult;
};

/** The same as methods of `expect(…)`, to declare them in a test framework's types. */
export interface ToolMatchers<Returned = unknown> {
  toSucceed(): Returned;
  toBeToolError(text?: string | RegExp): Returned;
  toBeRefused(code?: number): Returned;
  toHaveText(text: string | RegExp): Returned;
  toHaveStructured(value: unknown): Returned;
  toHaveProgress(reports?: number): Returned;
  toHaveAsked(kind: AskedInput["kind"], message?: string | RegExp): Returned;
}

/** Matchers for vitest and jest: `expect.extend(toolMatchers)`, then `expect(await observeTool(…)).toHaveText("…")`. */
export const toolMatchers: ToolMatcherFunctions = {
  toSucceed: (seen) => matched(verdicts.toSucceed(seen)),
  toBeToolError: (seen, text) => matched(verdicts.toBeToolError(seen, text)),
  toBeRefused: (seen, code) => matched(verdicts.toBeRefused(seen, code)),
  toHaveText: (seen, text) => matched(verdicts.toHaveText(seen, text)),
  toHaveStructured: (seen, value) => matched(verdicts.toHaveStructured(seen, value)),
  toHaveProgress: (seen, reports) => matched(verdicts.toHaveProgress(seen, reports)),
  toHaveAsked: (seen, kind, message) => matched(verdicts.toHaveAsked(seen, kind, message)),
};

function matched({ holds, problem, actual, expected }: Verdict): MatcherResult {
  return { pass: holds, message: () => problem, actual, expected };
}
