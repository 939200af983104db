// The few assertions the cases need: no framework runs on every runtime.
import { isMcpError, type McpError, type Reason } from "snodo";

/** Fails when two JSON values differ. */
export function equal(actual: unknown, expected: unknown, what = "value"): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`);
}

/** Fails when something is not true. */
export function ok(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

/** What a promise rejects with; fails when it resolves. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`resolved with ${JSON.stringify(value)} instead of rejecting`);
}

type OfType<Type extends Reason["type"]> = McpError & {
  readonly reason: Extract<Reason, { readonly type: Type }>;
};

/** What a promise rejects with, which has to be an McpError of this reason. */
export async function failure<Type extends Reason["type"]>(
  promise: Promise<unknown>,
  type: Type,
): Promise<OfType<Type>> {
  const error = await rejection(promise);
  if (!isMcpError(error)) throw new Error(`rejected with ${String(error)}, no McpError`);
  if (!isMcpError(error, type))
    throw new Error(`reason ${error.reason.type} instead of ${type}: ${error.message}`);
  return error;
}

/** The text of a tool's result. */
export function textOf(result: { readonly content: readonly object[] }): string | undefined {
  const [block] = result.content as readonly { readonly text?: string }[];
  return block?.text;
}
