import type { Contestant, Peer, Target } from "../contestants/contestant.ts";
import { type Figure, must } from "../job.ts";
import { heldBytes, perOperation } from "../measure.ts";

async function greet(peer: Peer): Promise<void> {
  const { content } = await peer.call("echo", { text: "hello" });
  must(content[0]?.text === "hello", "echo");
}

async function connected(contestant: Contestant, target: Target): Promise<Peer> {
  const peer = await contestant.connect(target);
  await greet(peer);
  return peer;
}

/** CPU and time of a whole short life: connect, one call, close. */
export async function connecting(contestant: Contestant, target: Target, scale: number): Promise<Figure> {
  const count = Math.max(2, Math.round((target.kind === "stdio" ? 10 : 100) * scale));
  const { cpu, wall } = await perOperation(count, 1, async () => {
    const peer = await connected(contestant, target);
    await peer.close();
  });
  return { value: cpu, wall };
}

/** Bytes that a connection costs while it is open and idle. */
export async function connectionMemory(
  contestant: Contestant,
  target: Target,
  scale: number,
): Promise<Figure> {
  const count = Math.max(2, Math.round((target.kind === "stdio" ? 20 : 200) * scale));
  const first = await connected(contestant, target);
  const before = heldBytes();
  const peers: Peer[] = [];
  while (peers.length < count) peers.push(await connected(contestant, target));
  const value = (heldBytes() - before) / count;
  await Promise.all([first, ...peers].map((peer) => peer.close()));
  return { value };
}

/** Bytes that an acknowledged subscription costs, 1,000 of them on one connection. */
export async function subscriptionMemory(peer: Peer, scale: number): Promise<Figure | undefined> {
  const { listen } = peer;
  if (listen === undefined) return undefined;
  const count = Math.max(10, Math.round(1_000 * scale));
  const held: unknown[] = [await listen("memo:first")];
  const before = heldBytes();
  for (let opened = 0; opened < count; opened++) held.push(await listen(`memo:${opened}`));
  const value = (heldBytes() - before) / count;
  must(held.length === count + 1, "subscriptions");
  return { value };
}

/** A read that the server allows to be kept, after the first one. */
export async function cachedRead(peer: Peer, scale: number): Promise<Figure> {
  const read = async () => must((await peer.read("memo:cached")) !== undefined, "read");
  const { cpu, wall } = await perOperation(Math.max(20, Math.round(20_000 * scale)), 1, read);
  return { value: cpu, wall };
}
