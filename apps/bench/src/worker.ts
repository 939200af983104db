// One contestant, one group of rows, one process: prints the figures as its last line.
import type { Peer, Target } from "./contestants/contestant.ts";
import { load } from "./contestants/load.ts";
import { calls } from "./groups/calls.ts";
import { cachedRead, connecting, connectionMemory, subscriptionMemory } from "./groups/connections.ts";
import type { Figure, Job } from "./job.ts";
import { answerTo } from "./servers/answers.ts";

const greeting = { resultType: "complete", content: [{ type: "text", text: "hello" }] };

/** CPU of the import, in microseconds; the floor imports what it is made of. */
async function importing({ contestant, entry }: Job): Promise<Figure> {
  const before = process.cpuUsage();
  await (entry === undefined ? importContestant(contestant) : import(entry));
  const { user, system } = process.cpuUsage(before);
  return { value: user + system };
}

function importContestant(name: Job["contestant"]): Promise<unknown> {
  switch (name) {
    case "floor":
      return import("undici");
    case "snodo":
      return import("snodo");
    case "official":
      return import("@modelcontextprotocol/client");
    case "sdk-v1":
      return import("@modelcontextprotocol/sdk/client/index.js");
    case "ai-sdk":
      return import("@ai-sdk/mcp");
  }
}

function targetOf(job: Job): Target {
  if (job.target === undefined) throw new Error(`no server for ${job.way}`);
  return job.target;
}

async function withPeer<Result>(opening: Promise<Peer>, work: (peer: Peer) => Promise<Result>) {
  const peer = await opening;
  const result = await work(peer);
  await peer.close();
  return result;
}

/** A server that costs nothing itself: in process its work would count as the client's. */
function answerAtOnce(message: { readonly id?: number; readonly method?: string }): object | undefined {
  if (message.method !== "tools/call") return answerTo(message)?.body;
  return { jsonrpc: "2.0", id: message.id, result: greeting };
}

async function directPeer(job: Job): Promise<Peer | undefined> {
  const { direct } = await load(job.contestant);
  return direct?.(answerAtOnce);
}

/** The figure of a group that has one row. */
async function single(job: Job): Promise<Figure | undefined> {
  const contestant = await load(job.contestant);
  const target = targetOf(job);
  switch (job.group) {
    case "connect":
      return connecting(contestant, target, job.scale);
    case "memory":
      return connectionMemory(contestant, target, job.scale);
    case "subscriptions":
      return withPeer(contestant.connect(target), (peer) => subscriptionMemory(peer, job.scale));
    case "cached":
      if (contestant.caches !== true) return undefined;
      return withPeer(contestant.connect(target, true), (peer) => cachedRead(peer, job.scale));
    default:
      throw new Error(`no such group: ${job.group}`);
  }
}

async function work(job: Job): Promise<Map<string, Figure>> {
  const [row] = job.rows;
  if (job.group === "import") return new Map([["import", await importing(job)]]);
  if (job.group !== "calls") {
    const figure = await single(job);
    return figure === undefined || row === undefined ? new Map() : new Map([[row, figure]]);
  }
  const peer =
    job.way === "direct" ? await directPeer(job) : await (await load(job.contestant)).connect(targetOf(job));
  if (peer === undefined) return new Map();
  return withPeer(Promise.resolve(peer), (open) => calls(open, job));
}

const job = JSON.parse(process.argv[2] ?? "{}") as Job;
work(job).then(
  (figures) => {
    // Not every library lets go of its sockets and children; the figures are what counts.
    process.stdout.write(`${JSON.stringify([...figures])}\n`, () => process.exit(0));
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
