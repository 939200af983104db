import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERYTHING, type Started, startEverything } from "../support/everything.ts";
import { at, FIXTURE } from "../support/fixture.ts";
import { terminal } from "../support/terminal.ts";

let http: Started;
let sse: Started;

beforeAll(async () => {
  [http, sse] = await Promise.all([startEverything("streamableHttp"), startEverything("sse")]);
});

afterAll(async () => {
  await Promise.all([http.stop(), sse.stop()]);
});

const places: readonly (readonly [string, (...words: readonly string[]) => readonly string[]])[] = [
  ["stdio", (...words) => at(EVERYTHING, ...words)],
  ["Streamable HTTP", (command = "", ...rest) => [command, http.url, ...rest]],
  ["HTTP+SSE", (command = "", ...rest) => [command, sse.url, ...rest]],
];

describe.each(places)("somebody at a terminal, with the reference server over %s", (_name, place) => {
  test("lists its tools, calls one, and watches a long one", async () => {
    const list = terminal(place("tools"));
    await list.see(/echo +Echoes back the input string\n +message/);
    await list.see(/get-sum +Returns the sum of two numbers\n +a b/);
    expect(await list.exited).toBe(0);

    const call = terminal(place("call", "get-sum", "a=2", "b=40"));
    await call.see("The sum of 2 and 40 is 42.\n");
    expect(await call.exited).toBe(0);

    const long = terminal(place("call", "trigger-long-running-operation", "duration=1", "steps=4"));
    await long.see(/█+░+ +\d+ % +tools\/call "trigger-long-running-operation"/);
    await long.see("Long running operation completed. Duration: 1 seconds, Steps: 4.");
    expect(await long.exited).toBe(0);
    // The bar leaves nothing behind.
    expect(long.left).not.toContain("█");
  });
});

test("colours are for terminals, and not for those who want none", async () => {
  const coloured = terminal(at(FIXTURE, "tools"));
  await coloured.exited;
  expect(coloured.raw).toContain("\u001b[1mecho");
  const plain = terminal(at(FIXTURE, "tools"), { env: { NO_COLOR: "1" } });
  await plain.exited;
  expect(plain.raw).not.toContain("\u001b[");
});

test("a narrow terminal has the texts below the names", async () => {
  const narrow = terminal(at(FIXTURE, "tools", "echo"), { columns: 30 });
  await narrow.exited;
  for (const line of narrow.shown.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
  const list = terminal(at(FIXTURE, "tools"), { columns: 20 });
  await list.see("echo\n  Says what it is\n  told\n  text [times]");
  expect(await list.exited).toBe(0);
});

test("log lines go above the bar", async () => {
  const slow = terminal(at(FIXTURE, "call", "slow"));
  await slow.see("info slow: did step 1");
  await slow.see(/33 % +step 1|66 % +step 2/);
  await slow.see("info slow: did step 3");
  await slow.see("all done");
  expect(await slow.exited).toBe(0);
});

test("JSON on a terminal is one document, indented", async () => {
  const ping = terminal(at(FIXTURE, "ping", "--json"));
  await ping.exited;
  expect(JSON.parse(ping.shown)).toMatchObject({ ok: true });
  expect(ping.shown).toContain('\n  "ok": true,');
});
