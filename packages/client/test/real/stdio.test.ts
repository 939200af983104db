// @req call.one-api, version.stdio-restart, stdio.correlates, stdio.cancels, stdio.exit, stdio.subscriptions
// @req stdio.subscriptions-end, progress.before-result, server-request.handlers, close.stdin
import { REVISIONS } from "@snodo/protocol";
import { inlineChild, stdioChild } from "@snodo/testing/node";
import { describe, expect, test } from "vitest";
import { failure, open, thrown } from "../support/clients.ts";
import { ANSWER, answering } from "../support/rounds.ts";
import { stdio } from "../support/siblings.ts";

const everything = (...args: readonly string[]) =>
  stdio(stdioChild(new URL("./everything.mjs", import.meta.url), args));
const text = ({ content }: { readonly content: readonly object[] }) => (content[0] as { text: string }).text;

describe.each(REVISIONS)("a server in a child process, in %s", (protocol) => {
  test("calls, progress, input, logs, subscriptions, aborts, exit", async () => {
    const logs: unknown[] = [];
    const { client, diagnostics } = await open(everything(), {
      protocol,
      inputHandlers: answering().handlers,
      onLog: (message) => logs.push(message.data),
    });
    expect(text(await client.callTool("echo", { a: "日本\u2028" }))).toBe('{"a":"日本\u2028"}');
    let seen = 0;
    await client.callTool("count", { to: 2000 }, { onProgress: () => (seen += 1) });
    expect(seen).toBe(2000);
    expect(text(await client.callTool("ask"))).toBe(JSON.stringify({ q: ANSWER.form }));
    await client.callTool("log");
    expect(logs).toEqual(["careful"]);

    const subscription = await client.listen({ toolsListChanged: true });
    await client.callTool("announce", { times: 3 });
    for (let at = 0; at < 3; at += 1) expect((await subscription.next()).value?.type).toBe("notification");

    const controller = new AbortController();
    const waiting = client.callTool(
      "wait",
      {},
      { signal: controller.signal, onProgress: () => controller.abort("stop") },
    );
    expect(await thrown(waiting)).toBe("stop");
    expect(text(await client.callTool("echo"))).toBe("{}");

    const error = await failure(client.callTool("exit"));
    expect(error.reason).toMatchObject({
      type: "outcome_unknown",
      lost: { type: "process_exit", exitCode: 3 },
    });
    expect((await client.closed).reason).toMatchObject({ type: "process_exit", exitCode: 3 });
    expect((await subscription.next()).value).toMatchObject({ type: "closed", reason: { type: "failed" } });
    expect((await failure(client.callTool("echo"))).sent).toBe("no");
    expect(diagnostics).toEqual([]);
  });
});

test("40 calls of 1,000 notifications each, everything in one chunk: 40,000 are delivered before the calls resolve", async () => {
  const server = inlineChild(`
    import { createInterface } from "node:readline";
    const calls = [];
    createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method, params } = JSON.parse(line);
      if (method !== "tools/call") return;
      calls.push({ id, token: params._meta.progressToken });
      if (calls.length < 40) return;
      let out = "";
      for (let step = 1; step <= 1000; step += 1)
        for (const { token } of calls)
          out += JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: token, progress: step } }) + "\\n";
      for (const { id } of calls) out += JSON.stringify({ jsonrpc: "2.0", id, result: { content: [] } }) + "\\n";
      process.stdout.write(out);
    });
  `);
  const { client } = await open(stdio(server), { protocol: "2026-07-28" });
  const counts = await Promise.all(
    Array.from({ length: 40 }, async () => {
      let [seen, last] = [0, 0];
      await client.callTool(
        "work",
        {},
        {
          onProgress: ({ progress }) => {
            seen += 1;
            expect(progress).toBe(last + 1);
            last = progress;
          },
        },
      );
      return seen;
    }),
  );
  expect(counts).toEqual(Array(40).fill(1000));
});

describe("an initialize-era server", () => {
  test("is started again after the probe, and once only from then on", async () => {
    const transport = everything("2025-06-18");
    const first = await open(transport);
    expect(first.client.session.protocolVersion).toBe("2025-06-18");
    await first.client.close();
    const { client } = await open(transport);
    expect(text(await client.callTool("echo", { b: 1 }))).toBe('{"b":1}');
  });

  test("that exits on the probe is started again and greeted", async () => {
    const server = inlineChild(`
      import { createInterface } from "node:readline";
      createInterface({ input: process.stdin }).on("line", (line) => {
        const { id, method, params } = JSON.parse(line);
        if (method === "server/discover") process.exit(1);
        const answer = (result) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
        if (method === "initialize") answer({ protocolVersion: params.protocolVersion, capabilities: {}, serverInfo: { name: "old", version: "1" } });
        if (method === "ping") answer({});
      });
    `);
    const { client, diagnostics } = await open(stdio(server));
    expect(client.session).toMatchObject({ protocolVersion: "2025-11-25", serverInfo: { name: "old" } });
    await client.ping();
    expect(diagnostics).toEqual([]);
  });
});

test("each connection is a process of its own", async () => {
  const transport = everything();
  const [first, second] = [await open(transport), await open(transport)];
  const pids = [text(await first.client.callTool("pid")), text(await second.client.callTool("pid"))];
  expect(pids[0]).not.toBe(pids[1]);
  await first.client.close();
  expect(text(await second.client.callTool("pid"))).toBe(pids[1]);
});
