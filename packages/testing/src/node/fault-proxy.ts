import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { ByteFaultPlan, FaultOptions } from "../faults/plan.ts";
import { randomOf } from "../faults/random.ts";
import { faultStream } from "./fault-stream.ts";

/** What happens to bytes between a client and a server, by direction. */
export interface FaultProxyPlan {
  readonly toServer?: ByteFaultPlan | undefined;
  readonly toClient?: ByteFaultPlan | undefined;
}

/** A proxy on the loopback interface that spoils what passes. */
export interface FaultProxy {
  /** The target's URL with the proxy's port. */
  readonly url: string;
  readonly port: number;
  /** How many connections were made. */
  readonly connections: number;
  /** What was done, by connection and direction. */
  readonly trace: readonly string[];
  /** Destroys every open connection. */
  sever(): void;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Puts a TCP proxy with faults in front of a loopback server.
 *
 * @param target - URL of the server, such as `serveHttp(…).url`
 * @param plan - the faults of each direction
 * @param options - the seed; the n-th connection draws from it and from n alone
 */
export async function faultProxy(
  target: string,
  plan: FaultProxyPlan,
  options: FaultOptions = {},
): Promise<FaultProxy> {
  const { port: upstreamPort, hostname } = new URL(target);
  const sockets = new Set<Socket>();
  const traces: (readonly string[])[] = [];
  let connections = 0;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const random = randomOf(options.seed ?? 1, connections);
    connections += 1;
    const upstream = connect(Number(upstreamPort), hostname);
    const cut = (): void => {
      client.resetAndDestroy();
      upstream.destroy();
    };
    const there = faultStream(plan.toServer ?? {}, random.between(0, 2 ** 31), cut);
    const back = faultStream(plan.toClient ?? {}, random.between(0, 2 ** 31), cut);
    traces.push(there.trace, back.trace);
    for (const socket of [client, upstream]) {
      keep(socket);
      socket.setNoDelay(true);
      // One side's end, however it comes, is the other's.
      socket.on("error", () => undefined);
    }
    client.once("close", () => upstream.destroy());
    upstream.once("close", () => client.destroySoon());
    client.pipe(there.stream).pipe(upstream);
    upstream.pipe(back.stream).pipe(client);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  url.port = String(port);
  const sever = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      sever();
    });
  return {
    url: url.href,
    port,
    get connections() {
      return connections;
    },
    get trace() {
      return traces.flatMap((steps, at) =>
        steps.map((step) => `${Math.floor(at / 2)} ${at % 2 === 0 ? "to server" : "to client"}: ${step}`),
      );
    },
    sever,
    close,
    [Symbol.asyncDispose]: close,
  };
}
