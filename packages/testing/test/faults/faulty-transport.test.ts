import { isMcpError } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { Peer } from "../../src/contracts/transport/peer.ts";
import {
  contractServer,
  faultyTransport,
  manualClock,
  memoryTransport,
  runContract,
  type TransportFaultPlan,
  transportContract,
} from "../../src/index.ts";
import { ask } from "../support/dial.ts";
import { sampleServer } from "../support/sample-server.ts";

describe("without faults it is the transport it wraps", () => {
  runContract(
    test,
    transportContract,
    () => {
      const inner = memoryTransport(contractServer());
      return { transport: faultyTransport(inner, {}), sever: () => inner.sever() };
    },
    { without: ["limit"] },
  );
});

const dial = (plan: TransportFaultPlan, seed = 1): Promise<Peer> =>
  Peer.dial(
    faultyTransport(memoryTransport(sampleServer(), { label: "sample" }), plan, { seed }),
    "2026-07-28",
  );

async function failure(plan: TransportFaultPlan): Promise<readonly unknown[]> {
  const peer = await dial(plan);
  const error: unknown = await peer.call("echo", { text: "x" }).response.catch((thrown: unknown) => thrown);
  if (!isMcpError(error)) throw new Error(`expected an McpError, got ${JSON.stringify(error)}`);
  return [error.message, error.sent, peer.closed.length];
}

describe("a request", () => {
  const lost = 'tools/call "echo" failed: the connection to sample was lost';
  test("can be refused", async () => expect(await failure({ refuse: 1 })).toEqual([lost, "no", 0]));
  test("can lose its answer", async () =>
    expect(await failure({ loseAnswer: 1 })).toEqual([lost, "maybe", 0]));
  test("can take the connection with it", async () =>
    expect(await failure({ cut: 1 })).toEqual([lost, "maybe", 1]));

  test.each([{ lose: 1 }, { stall: 1 }])(
    "with %j is never answered, until the connection closes",
    async (plan) => {
      const peer = await dial(plan);
      const { response } = peer.call("echo", { text: "x" });
      const state = await Promise.race([
        response,
        manualClock()
          .flush()
          .then(() => "open"),
      ]);
      expect(state).toBe("open");
      await peer.connection.close();
      await expect(response).rejects.toThrow(/was lost|closed/);
    },
  );

  test("can be answered late", async () => {
    const clock = manualClock();
    const inner = memoryTransport(sampleServer());
    const transport = faultyTransport(inner, { delay: { chance: 1, min: 80, max: 80 } }, { clock });
    const peer = await Peer.dial(transport, "2026-07-28");
    let answered = false;
    const call = ask(peer, "tools/list").then(() => {
      answered = true;
    });
    await clock.advance(79);
    expect(answered).toBe(false);
    await clock.advance(1);
    await call;
    expect(transport.trace).toEqual(["0: delay 80"]);
  });

  test("can be answered damaged", async () => {
    const whole = await ask(await dial({}), "tools/list");
    const damaged = await (await dial({ corrupt: 1 })).request("tools/list", {}).response;
    expect(damaged).toHaveProperty("result");
    expect(damaged).not.toHaveProperty("result", whole);
  });
});

describe("notifications", () => {
  const steps = async (plan: TransportFaultPlan): Promise<unknown[]> => {
    const call = (await dial(plan)).call("count");
    await call.response;
    return call.notifications.map(({ method, params }) =>
      method === "notifications/progress" ? params?.["progress"] : method,
    );
  };
  test("can be dropped", async () => expect(await steps({ drop: 1 })).toEqual([]));
  test("can come twice", async () => expect(await steps({ duplicate: 1 })).toEqual([1, 1, 2, 2, 3, 3]));
  test("can change places, and none is lost", async () =>
    expect(await steps({ reorder: 1 })).toEqual([2, 1, 3]));
  test("can be drowned", async () => {
    expect(await steps({ flood: { chance: 1, count: 2 } })).toEqual([
      1,
      2,
      3,
      "notifications/flood",
      "notifications/flood",
    ]);
  });
});

test("after a lost connection nothing works, and it was told once", async () => {
  const peer = await dial({ cut: 1 });
  await expect(peer.call("echo").response).rejects.toThrow("was lost");
  await expect(peer.call("echo").response).rejects.toThrow("was lost");
  await peer.connection.close();
  expect(peer.closed).toHaveLength(1);
});

test("the same seed gives the same run, whatever happens at the same time", async () => {
  const plan: TransportFaultPlan = { refuse: 0.2, loseAnswer: 0.2, corrupt: 0.2, drop: 0.3, duplicate: 0.3 };
  const trace = async (seed: number, together: boolean): Promise<readonly string[]> => {
    const transport = faultyTransport(memoryTransport(sampleServer()), plan, { seed });
    const peer = await Peer.dial(transport, "2026-07-28");
    const calls = [];
    for (let turn = 0; turn < 20; turn += 1) {
      const settled = peer.call("count").response.catch(() => undefined);
      if (together) calls.push(settled);
      else await settled;
    }
    await Promise.all(calls);
    return transport.trace;
  };
  const alone = await trace(7, false);
  expect(alone.length).toBeGreaterThan(10);
  expect(await trace(7, false)).toEqual(alone);
  expect(await trace(7, true)).toEqual(alone);
  expect(await trace(8, false)).not.toEqual(alone);
});

test("requests can be left out", async () => {
  const inner = memoryTransport(sampleServer());
  const transport = faultyTransport(inner, { refuse: 1 }, { only: ({ method }) => method === "tools/call" });
  const peer = await Peer.dial(transport, "2026-07-28");
  expect(await ask(peer, "tools/list")).toHaveProperty("tools");
  await expect(peer.call("echo").response).rejects.toThrow("was lost");
});
