import { describe, expect, test } from "vitest";
import {
  type AdaptedClient,
  type ClientAdapter,
  type ClientTarget,
  clientContract,
  compareClients,
  runClientContract,
  runContract,
} from "../../src/index.ts";
import { referenceAdapter } from "../support/reference-adapter.ts";

describe("a client that does everything right", () => {
  runContract(test, clientContract, () => referenceAdapter);
});

/** The names of the cases a client fails. */
async function failures(adapter: Partial<ClientAdapter>): Promise<string[]> {
  const { cases } = await runClientContract({ ...referenceAdapter, ...adapter }, { concurrency: 20 });
  return cases.filter(({ outcome }) => outcome === "failed").map(({ group, name }) => `${group}: ${name}`);
}

/** The reference with other methods. */
function altered(change: (client: AdaptedClient) => Partial<AdaptedClient>): Partial<ClientAdapter> {
  return {
    connect: async (target, options) => {
      const client = await referenceAdapter.connect(target, options);
      return { ...client, ...change(client) };
    },
  };
}

/** The reference behind another `fetch`. */
function behind(
  fetch: (request: Request, real: (request: Request) => Promise<Response>) => Promise<Response>,
): Partial<ClientAdapter> {
  return {
    connect(target, options) {
      const spoiled: ClientTarget =
        target.channel === "pipe"
          ? target
          : {
              ...target,
              fetch: (input, init) =>
                fetch(new Request(input instanceof URL ? input.href : input, init), (request) =>
                  target.fetch(request),
                ),
            };
      return referenceAdapter.connect(spoiled, options);
    },
  };
}

describe("a client that", () => {
  test("ignores signals hangs where the contract says", async () => {
    const deaf = altered((client) => ({
      callTool: (name, args, call = {}) => client.callTool(name, args, { ...call, signal: undefined }),
    }));
    expect(await failures(deaf)).toEqual([
      "giving up: an aborted call rejects with the signal's reason, and the server is told (pipe)",
      "giving up: an aborted call rejects with the signal's reason, and the server is told (http)",
    ]);
  });

  test("loses progress is found", async () => {
    const lossy = altered((client) => ({
      callTool: (name, args, { onProgress, ...call } = {}) =>
        client.callTool(name, args, {
          ...call,
          ...(onProgress === undefined
            ? {}
            : { onProgress: (step) => (step === 7 ? undefined : onProgress(step)) }),
        }),
    }));
    expect(await failures(lossy)).toEqual([
      "streams: progress arrives complete, in order and before the answer (pipe)",
      "streams: progress arrives complete, in order and before the answer (http)",
    ]);
  });

  test("forgets its session is found", async () => {
    const forgetful = behind((request, real) => {
      const headers = new Headers(request.headers);
      headers.delete("mcp-session-id");
      return real(new Request(request, { headers }));
    });
    const found = await failures(forgetful);
    expect(found).toContain("connecting: a server that speaks 2025-11-25 alone is met (http)");
    expect(found).toContain("sessions: a session that is gone is begun again, and the call succeeds (http)");
    expect(found.filter((name) => name.includes("pipe"))).toEqual([]);
  });

  test("answers everything from its own head is found", async () => {
    const dreamer = altered(() => ({ callTool: async () => ({ content: [{ type: "text", text: "?" }] }) }));
    const found = await failures(dreamer);
    expect(found).toContain("answers: an error keeps its code (pipe)");
    expect(found).toContain("streams: 202 instead of an answer fails the call (http)");
    expect(found).toContain(
      "hostile: every call settles when messages are lost, doubled and swapped (seed 1, pipe)",
    );
  });

  test("cannot connect fails every case that connects, and settles", async () => {
    const down: Partial<ClientAdapter> = { connect: () => Promise.reject(new Error("down")) };
    const found = await failures(down);
    expect(found.length).toBeGreaterThan(50);
    expect(found).not.toContain("connecting: a server that cannot be reached fails the connection (http)");
  });
});

test("features can be left out, and reports stand side by side", async () => {
  const report = await runClientContract(
    { ...referenceAdapter, name: "good" },
    { without: ["pipe", "listen"] },
  );
  const skipped = report.cases.filter(({ outcome }) => outcome === "skipped");
  expect(skipped.length).toBeGreaterThan(20);
  expect(skipped.every(({ name }) => name.includes("pipe") || name.includes("subscription"))).toBe(true);
  expect(report.failed).toBe(0);
  const bad = {
    ...report,
    client: "other",
    passed: 1,
    failed: 1,
    milliseconds: 7,
    cases: report.cases.map((entry, at) => ({
      ...entry,
      outcome: at === 5 ? ("failed" as const) : ("passed" as const),
      problem: at === 5 ? "it hangs\nwith details" : "",
    })),
  };
  const lines = compareClients([report, bad]).split("\n");
  expect(lines[0]).toBe("good   other");
  expect(lines[1]).toBe("-      ok     connecting: a server that speaks 2026-07-28 alone is met (pipe)");
  expect(lines[6]).toBe("ok     FAIL   connecting: a server that speaks 2026-07-28 alone is met (http)");
  expect(lines.slice(-5, -1)).toEqual([
    "other: connecting: a server that speaks 2026-07-28 alone is met (http)",
    "    it hangs",
    "",
    `good: ${report.passed} passed, 0 failed, ${report.milliseconds} ms`,
  ]);
  expect(lines.at(-1)).toBe("other: 1 passed, 1 failed, 7 ms");
  expect(compareClients([])).toBe("");
});
