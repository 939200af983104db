import { get } from "node:http";
import { type Client, connect } from "snodo";
import { heldBytes } from "../measure.ts";
import { COUNT_PATH, complaint, type Fault, faultOf, faults, PATIENCE } from "./faults.ts";

/** How much of it. */
export interface Load {
  readonly connections: number;
  readonly calls: number;
  /** Calls under way at once. */
  readonly lanes: number;
}

/** What came of a load. */
export interface Passed {
  readonly calls: number;
  readonly settled: number;
  readonly disturbed: Readonly<Record<Fault, number>>;
  /** What was wrong with how calls ended; the first few. */
  readonly complaints: readonly string[];
  /** CPU of this process for one call, in microseconds, connecting and closing included. */
  readonly cpu: number;
  readonly seconds: number;
}

/** The sockets that the servers have open to this process. */
export function openSockets(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    // A socket of its own, which does not count.
    const asked = get(new URL(COUNT_PATH, url), { agent: false }, (response) => {
      response.setEncoding("utf8").once("data", (text: string) => resolve(Number(text) - 1));
    });
    asked.on("error", reject);
  });
}

/** Heap, and open sockets once everything that was let go of had time to be gone. */
export async function rest(url: string): Promise<{ heap: number; sockets: number }> {
  for (let attempt = 0; attempt < 20 && (await openSockets(url)) > 0; attempt++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return { heap: heldBytes(), sockets: await openSockets(url) };
}

async function connectAll(urls: readonly string[], count: number): Promise<Client[]> {
  const clients: Client[] = [];
  const batch = 50;
  while (clients.length < count) {
    const size = Math.min(batch, count - clients.length);
    const opening = Array.from({ length: size }, (_, index) =>
      connect(urls[(clients.length + index) % urls.length] ?? ""),
    );
    clients.push(...(await Promise.all(opening)));
  }
  return clients;
}

async function callOnce(client: Client, fault: Fault | undefined): Promise<unknown> {
  try {
    if (fault === undefined) await client.callTool("echo", { text: "hello" });
    else {
      const timeout = fault === "stall" || fault === "drip" ? { timeout: PATIENCE } : {};
      await client.callTool("echo", { fault }, timeout);
    }
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Connects, calls with 1 % of faults, and closes. */
export async function runLoad(urls: readonly string[], { connections, calls, lanes }: Load): Promise<Passed> {
  const started = performance.now();
  const cpu = process.cpuUsage();
  const clients = await connectAll(urls, connections);
  const disturbed = Object.fromEntries(faults.map((fault) => [fault, 0])) as Record<Fault, number>;
  const complaints: string[] = [];
  let next = 0;
  let settled = 0;
  const lane = async () => {
    for (let call = next++; call < calls; call = next++) {
      // A large step visits every connection, and never the same one twice in a row.
      const client = clients[(call * 619) % connections];
      if (client === undefined) throw new Error("no connection");
      const fault = faultOf(call);
      const error = await callOnce(client, fault);
      settled += 1;
      if (fault !== undefined) disturbed[fault] += 1;
      const wrong = complaint(fault, error);
      if (wrong !== undefined && complaints.length < 20) complaints.push(wrong);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await Promise.all(clients.map((client) => client.close()));
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - started) / 1_000;
  return { calls, settled, disturbed, complaints, cpu: (user + system) / calls, seconds };
}
