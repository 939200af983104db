import { isObject, systemClock } from "@snodo/protocol";
import { type ContractCase, ContractFailure } from "../contracts/case.ts";
import type { AdaptedClient, AdapterOptions, ClientAdapter, ClientTarget } from "./adapter.ts";

/** A case of the client contract. */
export type ClientCase = ContractCase<ClientAdapter>;

/** Features an adapter may lack: pass those to `runContract` or `runClientContract` as `without`. */
export type ClientFeature = "pipe" | "http" | "listen" | "input";

/** How long something may take that needs no time, in milliseconds. Clients wait 30 s and more for a lost answer. */
const PROMPT = 3_000;
/** A timeout no case waits for: who waits that long hangs. */
export const NEVER = 60_000;

/**
 * Waits for something that must happen at once.
 *
 * @param promise - what is waited for
 * @param what - names it, as in "the call"
 */
export async function prompt<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: unknown;
  const hangs = new Promise<never>((_resolve, reject) => {
    timer = systemClock.setTimeout(
      () => reject(new ContractFailure(`${what} hangs: it did not settle within ${PROMPT / 1000} s`)),
      PROMPT,
    );
  });
  try {
    return await Promise.race([promise, hangs]);
  } finally {
    systemClock.clearTimeout(timer);
  }
}

/**
 * Waits for something that must fail at once.
 *
 * @param promise - what is waited for
 * @param what - names it
 * @returns what it rejected with
 */
export function refused(promise: Promise<unknown>, what: string): Promise<unknown> {
  const error = mustFail(promise, what);
  // A case may look at it later, or have failed before it comes to that.
  error.catch(() => undefined);
  return error;
}

async function mustFail(promise: Promise<unknown>, what: string): Promise<unknown> {
  const outcome = await prompt(
    promise.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    ),
    what,
  );
  if ("error" in outcome) return outcome.error;
  throw new ContractFailure(
    `${what} should have failed, but gave ${JSON.stringify(outcome.value)?.slice(0, 200)}`,
  );
}

/**
 * Connects, does something, and closes whatever happens.
 *
 * @param adapter - the client under test
 * @param target - where to connect
 * @param use - the case
 * @param options - how the client is set up; its timeout is one nobody waits for unless given
 */
export async function connected(
  adapter: ClientAdapter,
  target: ClientTarget,
  use: (client: AdaptedClient) => Promise<void>,
  options: AdapterOptions = {},
): Promise<void> {
  const client = await prompt(adapter.connect(target, { timeout: NEVER, ...options }), "connect");
  try {
    await use(client);
  } finally {
    // A client that cannot close is told by the cases about closing.
    await prompt(client.close(), "close").catch(() => undefined);
  }
}

/** The JSON-RPC code of an error, wherever a client keeps it. */
export function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}

/** The text of a tool result's first block. */
export function firstText(result: unknown): unknown {
  const content = isObject(result) ? result["content"] : undefined;
  const [block] = Array.isArray(content) ? (content as readonly unknown[]) : [];
  return isObject(block) ? block["text"] : undefined;
}
