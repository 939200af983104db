import type { Client } from "@snodo/client";
import { isMcpError } from "@snodo/protocol";
import { type Random, seededRandom } from "@snodo/testing";
import type { Started } from "./ground.ts";

/** Calls under way at once. */
const LANES = 32;
const STEPS = 5;
/** A handshake may meet a fault; so many in a row say that something is wrong. */
const MOST_ATTEMPTS = 50;
const MOST_COMPLAINTS = 10;

/** How a round went. */
export interface Round {
  readonly calls: number;
  /** How many failed, by the reason. */
  readonly failed: Readonly<Record<string, number>>;
  readonly connections: number;
  /** What was wrong with how calls ended; the first few. */
  readonly complaints: readonly string[];
}

/** One way to use a client; throws what the call rejects with, and complaints. */
type Use = (client: Client, random: Random) => Promise<void>;

class Complaint extends Error {}

const GAVE_UP = new Error("the caller gave up");

const USES: readonly (readonly [weight: number, use: Use])[] = [
  [70, echo],
  [8, count],
  [5, async (client) => void (await client.listTools())],
  [5, async (client) => void (await client.readResource("file:///notes.md"))],
  [5, async (client) => void (await client.callTool("ask", {}))],
  [4, giveUp],
  [2, async (client) => void (await client.callTool("no-such-tool", {}))],
  [0.7, watchOnce],
  [0.05, async (client) => void (await client.callTool("die", {}))],
];
const TOTAL = USES.reduce((sum, [weight]) => sum + weight, 0);

async function echo(client: Client, random: Random): Promise<void> {
  const args = { number: random.between(0, 1e9), text: "x".repeat(random.between(0, 200)) };
  const { content } = await client.callTool("echo", args);
  const [block] = content ?? [];
  const text = block?.type === "text" ? block.text : undefined;
  if (text !== JSON.stringify(args)) throw new Complaint(`echo gave ${String(text).slice(0, 100)}`);
}

async function count(client: Client): Promise<void> {
  let steps = 0;
  await client.callTool(
    "count",
    { to: STEPS },
    {
      onProgress: () => {
        steps += 1;
      },
    },
  );
  // A fault may lose one or double it.
  if (steps > 2 * STEPS) throw new Complaint(`${steps} progress reports of ${STEPS}`);
}

async function giveUp(client: Client, random: Random): Promise<void> {
  const abort = new AbortController();
  const call = client.callTool("echo", {}, { signal: abort.signal });
  if (random.chance(0.5)) setImmediate(() => abort.abort(GAVE_UP));
  else abort.abort(GAVE_UP);
  await call;
}

async function watchOnce(client: Client): Promise<void> {
  const subscription = await client.listen({ toolsListChanged: true });
  await subscription.close();
  for await (const event of subscription) {
    if (event.type === "notification") throw new Complaint("an event came after the subscription was closed");
  }
}

/** The client in use, replaced once it is closed. */
class Current {
  readonly #started: Started;
  #client: Promise<Client> | undefined;
  connections = 0;

  constructor(started: Started) {
    this.#started = started;
  }

  get(): Promise<Client> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  async close(): Promise<void> {
    const client = await this.#client;
    await client?.close();
  }

  async #connect(): Promise<Client> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const client = await this.#started.connect();
        this.connections += 1;
        void client.closed.then(() => {
          this.#client = undefined;
        });
        return client;
      } catch (error) {
        if (attempt === MOST_ATTEMPTS) throw error;
      }
    }
  }
}

/**
 * Makes calls of every kind, 32 at once, over connections that break, and waits for all of them.
 *
 * @param started - the servers
 * @param calls - how many
 * @param seed - decides which calls are made
 */
export async function runRound(started: Started, calls: number, seed: number): Promise<Round> {
  const random = seededRandom(seed);
  const current = new Current(started);
  const complaints: string[] = [];
  let made = 0;
  const failed: Record<string, number> = {};
  const lane = async (): Promise<void> => {
    while (made < calls) {
      made += 1;
      const use = draw(random);
      try {
        await use(await current.get(), random);
      } catch (error) {
        const reason = reasonOf(error);
        if (reason === undefined) complaints.push(String(error));
        else failed[reason] = (failed[reason] ?? 0) + 1;
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await current.close();
  return {
    calls: made,
    failed,
    connections: current.connections,
    complaints: complaints.slice(0, MOST_COMPLAINTS),
  };
}

/** Why a call failed; undefined when it should not have, or not with this. */
function reasonOf(error: unknown): string | undefined {
  if (error === GAVE_UP) return "given_up";
  if (!isMcpError(error)) return undefined;
  return error.reason.type === "outcome_unknown" ? `lost: ${error.reason.lost.type}` : error.reason.type;
}

function draw(random: Random): Use {
  let left = random.next() * TOTAL;
  for (const [weight, use] of USES) {
    left -= weight;
    if (left < 0) return use;
  }
  return echo;
}
