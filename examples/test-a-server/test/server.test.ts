import { createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { fromSdkServer } from "@snodo/interop";
import { checkServer, expectResource, expectTool, faultyTransport } from "@snodo/testing";
import { serveHttp } from "@snodo/testing/node";
import { type Client, connect, http } from "snodo";
import { describe, expect, onTestFinished, test } from "vitest";
import { buildServer } from "../src/server.ts";

// `serve: serveStdio` lets the SDK answer as it does on stdio: both eras, no process.
const inProcess = () => fromSdkServer(buildServer, { serve: serveStdio });

async function connected(...[transport, options]: Parameters<typeof connect>): Promise<Client> {
  const client = await connect(transport, options);
  onTestFinished(() => client.close());
  return client;
}

describe.each(["2026-07-28", "2025-11-25"] as const)("the tools (%s)", (protocol) => {
  test("add and finish", async () => {
    const client = await connected(inProcess(), { protocol });
    await expectTool(client, "add", { text: "write tests" }).toHaveText("#1: write tests");
    await expectTool(client, "add", { text: "sleep" }).toHaveText(/^#2/);
    await expectTool(client, "finish", { number: 1 }).toHaveStructured({ left: 1 });
    await expectResource(client, "todo://all").toHaveText("write tests\nsleep");
  });

  test("say what was wrong", async () => {
    const client = await connected(inProcess(), { protocol });
    await expectTool(client, "finish", { number: 7 }).toBeToolError(/no #7/);
    await expectTool(client, "add", { text: "" }).toBeToolError(/text/);
  });
});

test("the server follows the specification, in every revision, in process and over HTTP", async () => {
  const options = { tools: { add: { text: "check" }, finish: { number: 1 } } };
  const local = await checkServer(inProcess(), options);
  expect(local.text()).toContain("0 violations");

  const handler = createMcpHandler(buildServer);
  const server = await serveHttp(handler.fetch);
  onTestFinished(() => server.close());
  const remote = await checkServer(http(server.url), { ...options, http: { url: server.url } });
  // Not a fault of the server: without a host check the SDK answers pages of any origin.
  expect(
    remote.findings.filter(({ severity, rule }) => severity === "violation" && rule !== "http-origin"),
  ).toEqual([]);
});

test("a host that loses some of the answers has every call settle", async () => {
  const lossy = faultyTransport(
    inProcess(),
    { loseAnswer: 1 / 3 },
    { seed: 7, only: ({ method }) => method === "tools/call" },
  );
  const client = await connected(lossy);
  const calls = Array.from({ length: 30 }, (_none, at) => client.callTool("add", { text: `todo ${at}` }));
  const outcomes = await Promise.allSettled(calls);
  const lost = outcomes.filter(({ status }) => status === "rejected").length;
  expect(lost).toBe(lossy.trace.length);
  expect(lost).toBeGreaterThan(3);
});
