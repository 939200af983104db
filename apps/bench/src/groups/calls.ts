import type { Peer } from "../contestants/contestant.ts";
import { type Figure, type Job, must } from "../job.ts";
import { type Measured, perOperation } from "../measure.ts";

const MIB = 1 << 20;
const NOTIFICATIONS = 1_000;

const figureOf = ({ cpu, wall }: Measured): Figure => ({ value: cpu, wall });

async function small(peer: Peer): Promise<void> {
  const { content } = await peer.call("echo", { text: "hello", limit: 3 });
  must(content[0]?.text === "hello", "echo");
}

async function big(peer: Peer): Promise<void> {
  const { content } = await peer.call("big", { bytes: MIB });
  must(content[0]?.text?.length === MIB, "1 MiB");
}

async function list(peer: Peer): Promise<void> {
  must((await peer.tools()).length === 500, "500 tools");
}

/** A call whose notifications are counted rather than demanded: how many are lost is part of the row. */
async function progress(peer: Peer, count: number): Promise<Figure | undefined> {
  if (peer.callWithProgress === undefined) return undefined;
  const call = peer.callWithProgress;
  let seen = 0;
  let calls = 0;
  const measured = await perOperation(count, 1, () => {
    calls += 1;
    return call("progress", { count: NOTIFICATIONS }, () => {
      seen += 1;
    });
  });
  return { ...figureOf(measured), seen, sent: calls * NOTIFICATIONS };
}

/** The rows of the group `calls`, on one connection after each other. */
export async function calls(peer: Peer, { way, rows, scale }: Job): Promise<Map<string, Figure>> {
  const figures = new Map<string, Figure>();
  const times = (count: number) => Math.max(1, Math.round(count * scale));
  const row = async (name: string, work: () => Promise<Figure | undefined>) => {
    if (!rows.includes(`${way}.${name}`)) return;
    const figure = await work();
    if (figure !== undefined) figures.set(`${way}.${name}`, figure);
  };
  const measured = async (count: number, lanes: number, operation: () => Promise<void>) =>
    figureOf(await perOperation(times(count), lanes, operation));
  // In process a call takes microseconds: more of them, or the compiler is all that is measured.
  await row("one", () => measured(way === "direct" ? 200_000 : 2_000, 1, () => small(peer)));
  await row("many", () => measured(6_000, 32, () => small(peer)));
  await row("big", () => measured(60, 1, () => big(peer)));
  await row("list", () => measured(60, 1, () => list(peer)));
  await row("progress", () => progress(peer, times(20)));
  return figures;
}
