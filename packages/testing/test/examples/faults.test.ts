import { expect, test } from "vitest";
import { connect } from "../../../client/dist/index.js";
import { http } from "../../../http/dist/index.js";
import { faultyTransport, memoryTransport, testServer } from "../../src/index.ts";
import { faultProxy, serveHttp } from "../../src/node/index.ts";

const server = testServer({ tools: { add: ({ a, b }) => String(Number(a) + Number(b)) } });

test("my host copes with lost answers", async () => {
  const transport = faultyTransport(
    memoryTransport(server),
    { loseAnswer: 0.3, delay: { chance: 0.5, min: 1, max: 5 } },
    { seed: 42, only: ({ method }) => method === "tools/call" },
  );
  const client = await connect(transport);
  const calls = Array.from({ length: 20 }, () => client.callTool("add", { a: 1, b: 2 }));
  const lost = (await Promise.allSettled(calls)).filter(({ status }) => status === "rejected");
  // The same seed loses the same answers, every time.
  expect(lost).toHaveLength(transport.trace.filter((step) => step.endsWith("loseAnswer")).length);
  await client.close();
});

test("my host copes with a network that delivers single bytes", async () => {
  await using served = await serveHttp(server);
  await using proxy = await faultProxy(served.url, { toClient: { split: "every" } });
  const client = await connect(http(proxy.url));
  expect(await client.callTool("add", { a: 1, b: 2 })).toMatchObject({ content: [{ text: "3" }] });
  await client.close();
});
