import { expect, test } from "vitest";
import { faultyFetch, fetchHandler } from "../../src/index.ts";
import { Events, META, modernPost } from "../support/http.ts";
import { sampleServer } from "../support/sample-server.ts";

const handler = fetchHandler(sampleServer());
const count = (): Request =>
  modernPost("tools/call", { name: "count", _meta: { ...META, progressToken: 1 } });

test("a body in single bytes is the same body", async () => {
  const events = new Events(await faultyFetch(handler, { split: "every" })(count()));
  for (const progress of [1, 2, 3]) expect(await events.message()).toMatchObject({ params: { progress } });
  expect(await events.message()).toHaveProperty("result");
  expect(await events.next()).toBeUndefined();
});

test("an exchange can be refused, replaced or lost", async () => {
  const refused = faultyFetch(handler, { refuse: 1 });
  await expect(refused(count())).rejects.toThrow("fetch failed");
  expect(refused.trace).toEqual(["0: refuse"]);
  const busy = { chance: 1, response: () => new Response("busy", { status: 503 }) };
  expect((await faultyFetch(handler, { replace: busy })(count())).status).toBe(503);
  const server = sampleServer();
  await expect(faultyFetch(fetchHandler(server), { loseAnswer: 1 })(count())).rejects.toThrow("fetch failed");
  expect(server.received).toHaveLength(1);
});

test("a body can break off in the middle of an event", async () => {
  const events = new Events(await faultyFetch(handler, { cutAfter: 200 })(count()));
  expect(await events.message()).toHaveProperty("params");
  await expect(events.message()).rejects.toThrow("the connection was cut");
});

test("status and headers stay, exchanges can be left out, the same seed gives the same run", async () => {
  const plan = {
    refuse: 0.5,
    only: (request: Request) => request.headers.get("mcp-method") !== "tools/list",
  };
  const run = async (): Promise<readonly string[]> => {
    const faulty = faultyFetch(handler, plan, { seed: 3 });
    for (let turn = 0; turn < 10; turn += 1) await faulty(count()).catch(() => undefined);
    expect((await faulty(modernPost("tools/list"))).headers.get("content-type")).toBe("application/json");
    return faulty.trace;
  };
  const first = await run();
  expect(first.length).toBeGreaterThan(1);
  expect(await run()).toEqual(first);
});
