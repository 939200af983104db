import { difference } from "../scripted/match.ts";
import { isAnswer, outcome, type ToolObservation, textOf } from "./observe.ts";
import type { AskedInput } from "./record-input.ts";

/** Whether an expectation holds, and what to say when it does not, or when it should not have. */
export interface Verdict {
  readonly holds: boolean;
  /** What was expected, for a failure: "greet() should …, but …". */
  readonly problem: string;
  readonly actual: unknown;
  readonly expected: unknown;
}

/** The expectations about a call, as pure functions of what was seen. */
export interface Verdicts {
  toSucceed(seen: ToolObservation): Verdict;
  toBeToolError(seen: ToolObservation, text?: string | RegExp): Verdict;
  toBeRefused(seen: ToolObservation, code?: number): Verdict;
  toHaveText(seen: ToolObservation, text: string | RegExp): Verdict;
  toHaveStructured(seen: ToolObservation, value: unknown): Verdict;
  toHaveProgress(seen: ToolObservation, reports?: number): Verdict;
  toHaveAsked(seen: ToolObservation, kind: AskedInput["kind"], message?: string | RegExp): Verdict;
}

export const verdicts: Verdicts = {
  toSucceed: (seen) => {
    const ok = seen.result !== undefined && seen.result.isError !== true;
    return verdict(seen, ok, "succeed", outcome(seen), true);
  },

  toBeToolError: (seen, text) => {
    const failed = seen.result?.isError === true;
    const said = seen.result === undefined ? outcome(seen) : textOf(seen.result);
    const should = text === undefined ? "fail" : `fail with ${show(text)}`;
    return verdict(
      seen,
      failed && (text === undefined || matches(said, text)),
      should,
      said,
      text ?? "isError",
    );
  },

  toBeRefused: (seen, code) => {
    const { error } = seen;
    const actual = error instanceof Error && "code" in error ? error.code : outcome(seen);
    const should = code === undefined ? "be refused with an error" : `be refused with ${code}`;
    const refused = isAnswer(error) && (code === undefined || actual === code);
    return verdict(seen, refused, should, actual, code ?? "an error");
  },

  toHaveText: (seen, text) => {
    const said = seen.result === undefined ? undefined : textOf(seen.result);
    const ok = said !== undefined && matches(said, text);
    return verdict(seen, ok, `return the text ${show(text)}`, said ?? outcome(seen), text);
  },

  toHaveStructured: (seen, value) => {
    const actual = seen.result?.structuredContent;
    const present = seen.result !== undefined && Object.hasOwn(seen.result, "structuredContent");
    const problem = present
      ? difference(actual, value, "structuredContent")
      : "there is no structuredContent";
    const should = `return structured content (${problem ?? "as expected"})`;
    return verdict(seen, problem === undefined, should, present ? actual : outcome(seen), value);
  },

  toHaveProgress: (seen, reports) => {
    const { length } = seen.progress;
    const should = reports === undefined ? "report progress" : `report progress ${reports} times`;
    const ok = reports === undefined ? length > 0 : length === reports;
    return verdict(seen, ok, should, seen.progress, reports ?? "some");
  },

  toHaveAsked: (seen, kind, message) => {
    const alike = seen.asked.filter((asked) => asked.kind === kind);
    const text = message === undefined ? "" : ` that says ${show(message)}`;
    const ok = alike.some(
      ({ params }) => message === undefined || matches(String(params["message"] ?? ""), message),
    );
    return verdict(seen, ok, `ask for ${kind}${text}`, seen.asked, message ?? kind);
  },
};

function verdict(
  seen: ToolObservation,
  holds: boolean,
  should: string,
  actual: unknown,
  expected: unknown,
): Verdict {
  const verb = holds ? "should not" : "should";
  return { holds, problem: `${seen.call} ${verb} ${should}, but ${outcome(seen)}`, actual, expected };
}

/**
 * Whether text is as expected.
 *
 * @param text - what there is
 * @param expected - the whole of it, or a pattern
 */
export function matches(text: string, expected: string | RegExp): boolean {
  // Unlike `test`, a search does not begin where the last one ended.
  return typeof expected === "string" ? text === expected : text.search(expected) >= 0;
}

function show(expected: string | RegExp): string {
  return typeof expected === "string" ? JSON.stringify(expected) : String(expected);
}
