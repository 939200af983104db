import { isMcpError } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { Peer } from "../../src/contracts/transport/peer.ts";
import {
  contractServer,
  manualClock,
  memoryTransport,
  type Recording,
  recordingText,
  recordTransport,
  replayTransport,
  runContract,
  scripted,
  transportContract,
} from "../../src/index.ts";
import { ask, refusal } from "../support/dial.ts";
import { sampleServer } from "../support/sample-server.ts";

describe("a recorded transport is a transport", () => {
  runContract(
    test,
    transportContract,
    () => {
      const inner = memoryTransport(contractServer());
      return { transport: recordTransport(inner), sever: () => inner.sever() };
    },
    { without: ["limit"] },
  );
});

/** What a recording is after it was stored. */
function stored(recording: Recording): Recording {
  return JSON.parse(JSON.stringify(recording));
}

test("a recording reads like a conversation", async () => {
  const clock = manualClock();
  const transport = recordTransport(memoryTransport(sampleServer(), { label: "sample" }), { clock });
  const peer = await Peer.dial(transport, "2025-11-25");
  await clock.advance(12.34);
  await peer.call("count").response;
  await refusal(peer, "tools/call", { name: "none" });
  const call = peer.call("wait");
  await clock.flush();
  call.cancel("enough");
  await peer.connection.close();
  expect(transport.text()).toBe(
    [
      "memory sample",
      "      0.0        == connection 1 opened",
      '      0.0  #1    -> initialize {"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"contract","version":"1"}}',
      '      0.0  #1    <- result {"protocolVersion":"2025-11-25","capabilities":{"logging":{},"tools":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},"prompts":{"listChan… (274 characters)',
      "      0.0        -> notifications/initialized",
      '     12.3  #2    -> tools/call "count" {"name":"count","arguments":{}}',
      '     12.3  #2    <- notifications/progress {"progressToken":2,"progress":1,"total":3,"message":"step 1"}',
      '     12.3  #2    <- notifications/progress {"progressToken":2,"progress":2,"total":3,"message":"step 2"}',
      '     12.3  #2    <- notifications/progress {"progressToken":2,"progress":3,"total":3,"message":"step 3"}',
      '     12.3        <- notifications/message {"level":"info","data":"counted","logger":"counter"}',
      '     12.3  #2    <- result {"content":[{"type":"text","text":"done"}]}',
      '     12.3  #3    -> tools/call "none" {"name":"none"}',
      '     12.3  #3    <- error -32602 "Unknown tool: none"',
      '     12.3  #4    -> tools/call "wait" {"name":"wait","arguments":{}}',
      "     12.3  #4    -> gives up: enough",
      "     12.3        == connection 1 closed",
    ].join("\n"),
  );
});

test("a recording is bounded", async () => {
  const transport = recordTransport(memoryTransport(sampleServer()), { limit: 10 });
  const peer = await Peer.dial(transport, "2026-07-28");
  for (let round = 0; round < 30; round += 1) await ask(peer, "tools/list");
  const { entries, dropped } = transport.recording();
  expect(entries.length).toBeLessThanOrEqual(20);
  expect(entries.length + dropped).toBe(61);
  expect(transport.text()).toContain(`(the first ${dropped} entries are gone)`);
  transport.clear();
  expect(transport.recording()).toMatchObject({ entries: [], dropped: 0 });
});

test("a failed opening and a lost connection are recorded", async () => {
  const script = scripted(async (server) => {
    await server.expect("tools/list");
    server.disconnect();
  });
  const transport = recordTransport(script.transport);
  const peer = await Peer.dial(transport, "2026-07-28");
  await expect(peer.request("tools/list", {}).response).rejects.toThrow();
  await expect(Peer.dial(transport, "2026-07-28", AbortSignal.abort(new Error("no")))).rejects.toThrow("no");
  expect(transport.recording().entries.map(({ type }) => type)).toEqual([
    "open",
    "request",
    "lost",
    "failure",
    "open_failed",
  ]);
});

const SECRETS = [
  "Bearer abcDEF123.456-789",
  "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl",
  "sk-proj-abcdefghijklmnop1234",
  "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
  "github_pat_11ABCDEFG0abcdefghijkl",
  "xoxb-1234567890-abcdefghijkl",
  "AKIAIOSFODNN7EXAMPLE",
];
const NAMED = ["password", "access_token", "refreshToken", "client-secret", "API_KEY", "Cookie", "sessionId"];

test("no planted secret is in a recording, wherever it was planted", async () => {
  const transport = recordTransport(
    memoryTransport(sampleServer(), { label: "https://u:pw-in-url@host.test/" }),
    {
      secrets: ["my-own-secret", "my-own-secret-longer"],
      keys: ["pin"],
    },
  );
  const peer = await Peer.dial(transport, "2026-07-28");
  const named = Object.fromEntries(NAMED.map((name, at) => [name, `named-${at}`]));
  const text = [
    ...SECRETS,
    "my-own-secret-longer",
    "my-own-secret",
    "https://x.test/?token=in-query&a=1",
  ].join(" and ");
  await peer.call("echo", { text, deep: [{ ...named, PIN: "named-pin" }], [SECRETS[1] as string]: 1 })
    .response;
  const bundle = JSON.stringify(transport.recording()) + transport.text();
  const planted = [
    ...SECRETS,
    ...NAMED.map((_name, at) => `named-${at}`),
    "named-pin",
    "my-own-secret",
    "pw-in-url",
    "in-query",
  ];
  expect(planted.filter((secret) => bundle.includes(secret))).toEqual([]);
  // What is no secret stays, and the peers saw everything.
  expect(bundle).toContain("&a=1");
  expect(bundle).toContain('"progressToken":1');
});

describe("a replay", () => {
  test("gives each request what it got, in any order and with new ids", async () => {
    const transport = recordTransport(memoryTransport(sampleServer()));
    const live = await Peer.dial(transport, "2026-07-28");
    const answers = [
      await ask(live, "tools/list"),
      await ask(live, "tools/call", { name: "echo", arguments: { text: "a" } }),
    ];
    await live.call("count").response;
    const replay = await Peer.dial(replayTransport(stored(transport.recording())), "2026-07-28");
    const counted = replay.call("count");
    expect(await counted.response).toMatchObject({ id: 1, result: { content: [{ text: "done" }] } });
    expect(counted.notifications.map(({ params }) => params?.["progressToken"])).toEqual([1, 1, 1]);
    expect(await ask(replay, "tools/call", { arguments: { text: "a" }, name: "echo" })).toEqual(answers[1]);
    expect(await ask(replay, "tools/list")).toEqual(answers[0]);
  });

  test("answers repeated requests in turn", async () => {
    const server = sampleServer();
    const transport = recordTransport(memoryTransport(server));
    const live = await Peer.dial(transport, "2026-07-28");
    for (const name of ["one", "two"]) {
      server.define({ tools: { [name]: () => "" } });
      await ask(live, "tools/list");
    }
    const replay = await Peer.dial(replayTransport(stored(transport.recording())), "2026-07-28");
    const seen = [];
    for (let turn = 0; turn < 3; turn += 1) seen.push(await ask(replay, "tools/list"));
    expect(seen).toMatchObject([
      { tools: [{ name: "one" }] },
      { tools: [{ name: "two" }] },
      { tools: [{ name: "two" }] },
    ]);
  });

  test("fails with the same error", async () => {
    const inner = memoryTransport(sampleServer(), { label: "sample" });
    const transport = recordTransport(inner);
    const live = await Peer.dial(transport, "2026-07-28");
    const lost = live.call("wait").response.catch((error: unknown) => error);
    inner.sever();
    const original = await lost;
    const replay = await Peer.dial(replayTransport(stored(transport.recording())), "2026-07-28");
    const again: unknown = await replay.call("wait").response.catch((error: unknown) => error);
    if (!isMcpError(original) || !isMcpError(again)) throw new Error("expected two errors");
    expect(again.message).toBe(original.message);
    expect([again.kind, again.code, again.reason, again.sent]).toEqual([
      "transport",
      -32000,
      { type: "connection_lost" },
      "maybe",
    ]);
  });

  test("matches requests whose arguments were secret", async () => {
    const options = { secrets: ["hush"] };
    const transport = recordTransport(memoryTransport(sampleServer()), options);
    const live = await Peer.dial(transport, "2026-07-28");
    const args = { name: "echo", arguments: { text: "say hush", password: "p" } };
    await ask(live, "tools/call", args);
    const replay = await Peer.dial(replayTransport(stored(transport.recording()), options), "2026-07-28");
    expect(await ask(replay, "tools/call", args)).toMatchObject({ content: [{ text: "say [redacted]" }] });
  });

  test("repeats what the server asked and told, the handshake and subscriptions", async () => {
    const transport = recordTransport(memoryTransport(contractServer()));
    const live = await Peer.dial(transport, "2025-11-25");
    await live.call("ask", { method: "roots/list" }).response;
    await live.call("announce").response;
    const modern = await Peer.dial(transport, "2026-07-28");
    const listening = modern.request(
      "subscriptions/listen",
      { notifications: { toolsListChanged: true } },
      { stream: true },
    );
    await listening.begun;
    await modern.call("announce", { times: 2 }).response;
    await modern.call("endSubscriptions").response;
    await listening.response;

    const replay = await Peer.dial(replayTransport(stored(transport.recording())), "2025-11-25");
    const asked: string[] = [];
    replay.onRequest = ({ method }) => {
      asked.push(method);
      return { result: {} };
    };
    await replay.call("ask", { method: "roots/list" }).response;
    await replay.call("announce").response;
    expect(asked).toEqual(["roots/list"]);
    expect(replay.strays).toMatchObject([{ method: "notifications/tools/list_changed" }]);
    const again = replay.request(
      "subscriptions/listen",
      { notifications: { toolsListChanged: true } },
      { stream: true },
    );
    expect(await again.response).toMatchObject({
      id: 4,
      result: { _meta: { "io.modelcontextprotocol/subscriptionId": 4 } },
    });
    const ids = again.notifications.map(({ params }) => JSON.stringify(params?.["_meta"]));
    expect(ids).toEqual(Array(3).fill('{"io.modelcontextprotocol/subscriptionId":4}'));
  });

  test("refuses what was not recorded, and says what was", async () => {
    const transport = recordTransport(memoryTransport(sampleServer(), { label: "sample" }));
    const live = await Peer.dial(transport, "2026-07-28");
    await ask(live, "tools/list");
    const replay = await Peer.dial(replayTransport(transport.recording()), "2026-07-28");
    await expect(replay.call("other").response).rejects.toThrow(
      'tools/call "other" on the recording of sample failed: no such request was recorded (recorded: tools/list)',
    );
  });

  test("leaves open what was left open, until it is closed", async () => {
    const transport = recordTransport(memoryTransport(sampleServer()));
    const live = await Peer.dial(transport, "2026-07-28");
    live.call("wait").cancel("enough");
    const replay = await Peer.dial(replayTransport(transport.recording()), "2026-07-28");
    const { response } = replay.call("wait");
    const state = await Promise.race([
      response,
      ask(replay, "tools/call", { name: "wait" }).catch(() => "x"),
      Promise.resolve("open"),
    ]);
    expect(state).toBe("open");
    await replay.connection.close();
    await expect(response).rejects.toThrow(/is closed/);
    await expect(replay.call("wait").response).rejects.toThrow(/is closed/);
  });
});

test("recordingText needs no transport", () => {
  expect(recordingText({ version: 1, kind: "stdio", label: "x", dropped: 0, entries: [] })).toBe("stdio x");
});
