import type { JsonObject } from "@snodo/protocol";
import { type ObserveOptions, observeTool, type ToolCaller, type ToolObservation } from "./observe.ts";
import type { AskedInput } from "./record-input.ts";
import { type Verdict, verdicts } from "./verdicts.ts";

/** An expectation about a server did not hold. Test frameworks show `actual` beside `expected`. */
export class ExpectationFailure extends Error {
  override readonly name: string = "ExpectationFailure";
  readonly actual: unknown;
  readonly expected: unknown;

  constructor(message: string, actual: unknown, expected: unknown) {
    super(message);
    this.actual = actual;
    this.expected = expected;
  }
}

/**
 * What can be expected of one call. Each method waits for the call, which is made once, and rejects with an
 * {@link ExpectationFailure} when the expectation does not hold.
 */
export interface ToolExpectation {
  /** What was seen of the call. */
  readonly observed: Promise<ToolObservation>;
  /** It returned a result that is no error. */
  toSucceed(): Promise<ToolObservation>;
  /** It returned a result with `isError`, and this text if one is given. */
  toBeToolError(text?: string | RegExp): Promise<ToolObservation>;
  /** It was answered with a JSON-RPC error, of this code if one is given. */
  toBeRefused(code?: number): Promise<ToolObservation>;
  /** Its text blocks, joined by line breaks, are this text. */
  toHaveText(text: string | RegExp): Promise<ToolObservation>;
  /** Its structured content holds at least this. */
  toHaveStructured(value: unknown): Promise<ToolObservation>;
  /** It reported progress, so many times if a number is given. */
  toHaveProgress(reports?: number): Promise<ToolObservation>;
  /** It asked for this kind of input, with this message if one is given. */
  toHaveAsked(kind: AskedInput["kind"], message?: string | RegExp): Promise<ToolObservation>;
}

/**
 * Calls a tool and says what is expected of it, in any test framework.
 *
 * @param client - a connected client
 * @param name - the tool
 * @param args - its arguments; none by default
 * @param options - the recorder of what is asked
 */
export function expectTool(
  client: ToolCaller,
  name: string,
  args: JsonObject = {},
  options: ObserveOptions = {},
): ToolExpectation {
  const observed = observeTool(client, name, args, options);
  const judge = async (verdict: (seen: ToolObservation) => Verdict): Promise<ToolObservation> => {
    const seen = await observed;
    const { holds, problem, actual, expected } = verdict(seen);
    if (!holds) throw new ExpectationFailure(problem, actual, expected);
    return seen;
  };
  return {
    observed,
    toSucceed: () => judge((seen) => verdicts.toSucceed(seen)),
    toBeToolError: (text) => judge((seen) => verdicts.toBeToolError(seen, text)),
    toBeRefused: (code) => judge((seen) => verdicts.toBeRefused(seen, code)),
    toHaveText: (text) => judge((seen) => verdicts.toHaveText(seen, text)),
    toHaveStructured: (value) => judge((seen) => verdicts.toHaveStructured(seen, value)),
    toHaveProgress: (reports) => judge((seen) => verdicts.toHaveProgress(seen, reports)),
    toHaveAsked: (kind, message) => judge((seen) => verdicts.toHaveAsked(seen, kind, message)),
  };
}
