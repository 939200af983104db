import { type Client, type ConnectOptions, connect, direct } from "@snodo/client";
import { http } from "@snodo/http";
import { stdio } from "@snodo/stdio";
import { faultyTransport, memoryTransport } from "@snodo/testing";
import { faultyChild, stdioChild } from "@snodo/testing/node";
import { sampleServer } from "../input/sample-server.ts";
import type { Ground } from "./ground.ts";
import { forkServer } from "./http-server.ts";

/** Every call is bounded: some are never answered. */
const PATIENCE = 2_000;

const OPTIONS: ConnectOptions = {
  timeout: PATIENCE,
  diagnostics: { report: () => undefined },
  inputHandlers: { form: () => ({ action: "accept", content: { name: "Ada" } }) },
};
/** A handshake may take longer: a process starts first. */
const SHAKING: ConnectOptions = { ...OPTIONS, probeTimeout: 10_000 };

const memory: Ground = {
  name: "memory",
  async start(seed) {
    const server = sampleServer();
    let connections = 0;
    return {
      connect() {
        connections += 1;
        const plan = {
          refuse: 0.002,
          lose: 0.001,
          loseAnswer: 0.002,
          stall: 0.001,
          cut: 0.000_5,
          duplicate: 0.01,
          drop: 0.01,
          reorder: 0.01,
          delay: { chance: 0.01, min: 1, max: 5 },
          flood: { chance: 0.002, count: 50 },
        };
        const options = {
          seed: seed + connections,
          only: ({ method }: { method: string }) => method !== "initialize",
        };
        const protocol = connections % 2 === 0 ? "2026-07-28" : "2025-11-25";
        return connect(faultyTransport(memoryTransport(server), plan, options), { ...OPTIONS, protocol });
      },
      stop: async () => undefined,
    };
  },
};

const inProcess: Ground = {
  name: "direct",
  async start(seed) {
    let calls = seed;
    const server = sampleServer();
    return {
      connect: (): Promise<Client> =>
        direct(
          {
            ...wrap(server),
            dispatch(request, context) {
              calls += 1;
              if (calls % 500 === 0) throw new Error("a fault of the server");
              if (calls % 700 === 0) return new Promise(() => undefined);
              return server.dispatch(request, context);
            },
          },
          OPTIONS,
        ),
      stop: async () => undefined,
    };
  },
};

function wrap(server: ReturnType<typeof sampleServer>): Parameters<typeof direct>[0] {
  return {
    revisions: server.revisions,
    dispatch: (request, context) => server.dispatch(request, context),
    notify: (notification, session) => server.notify?.(notification, session),
  };
}

const child: Ground = {
  name: "stdio",
  async start(seed) {
    const script = stdioChild(new URL("./soak-child.js", import.meta.url));
    let connections = 0;
    return {
      connect() {
        connections += 1;
        const command = faultyChild(
          script,
          {
            toClient: {
              frame: "line",
              split: { min: 1, max: 5_000 },
              drop: 0.001,
              duplicate: 0.002,
              reorder: 0.002,
              flood: { chance: 0.001, text: "a log line gone astray\n", times: 20 },
            },
            toServer: { frame: "line", drop: 0.000_5 },
          },
          { seed: seed + connections },
        );
        return connect(stdio(command), SHAKING);
      },
      stop: async () => undefined,
    };
  },
};

const overHttp: Ground = {
  name: "http",
  async start(seed) {
    const server = await forkServer(seed);
    let connections = 0;
    return {
      connect() {
        connections += 1;
        const protocol = connections % 2 === 0 ? "2026-07-28" : "2025-11-25";
        return connect(http(server.url), { ...SHAKING, protocol });
      },
      stop: () => server.stop(),
    };
  },
};

/** What is soaked, in the order in which it is printed. */
export const grounds: readonly Ground[] = [child, overHttp, memory, inProcess];
