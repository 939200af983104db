import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERYTHING, type Started, startEverything } from "./support/everything.ts";
import { json, snodo } from "./support/run-snodo.ts";

let http: Started;
let sse: Started;

beforeAll(async () => {
  [http, sse] = await Promise.all([startEverything("streamableHttp"), startEverything("sse")]);
});

afterAll(async () => {
  await Promise.all([http.stop(), sse.stop()]);
});

/** The same command line against each transport: a target in front, or a command at the end. */
const places: readonly (readonly [name: string, place: (words: readonly string[]) => readonly string[]])[] = [
  ["stdio", ([command = "", ...rest]) => [command, ...rest, "--", ...EVERYTHING]],
  ["Streamable HTTP", ([command = "", ...rest]) => [command, http.url, ...rest]],
  ["HTTP+SSE", ([command = "", ...rest]) => [command, sse.url, ...rest]],
];

describe.concurrent.each(places)("the reference server over %s", (_name, place) => {
  test("lists its tools and calls one, a document each", async () => {
    const list = await snodo(place(["tools"]));
    expect(list.code).toBe(0);
    expect((json(list) as { tools: { name: string }[] }).tools.map(({ name }) => name)).toContain("get-sum");
    const ran = await snodo(place(["call", "get-sum", "a=2", "b=40"]));
    expect(ran.code).toBe(0);
    expect(json(ran)).toMatchObject({
      content: [{ type: "text", text: "The sum of 2 and 40 is 42." }],
    });
    expect(ran.stderr).toBe("");
  });
});

test("info, ping, resources, read, prompts and prompt answer one document each", async () => {
  const target = http.url;
  const [info, ping, resources, read, prompts, prompt] = await Promise.all([
    snodo(["info", target]),
    snodo(["ping", target]),
    snodo(["resources", target]),
    snodo(["read", target, "demo://resource/static/document/features.md"]),
    snodo(["prompts", target]),
    snodo(["prompt", target, "args-prompt", "city=Rome"]),
  ]);
  expect(json(info)).toMatchObject({ protocolVersion: "2025-11-25", era: "initialize" });
  expect(json(ping)).toMatchObject({ ok: true });
  expect(json(resources)).toMatchObject({
    resources: expect.any(Array),
    resourceTemplates: expect.any(Array),
  });
  expect(json(read)).toMatchObject({ contents: [{ mimeType: "text/markdown" }] });
  expect(json(prompts)).toMatchObject({ prompts: expect.any(Array) });
  expect(json(prompt)).toMatchObject({ messages: [{ role: "user" }] });
  for (const { code } of [info, ping, resources, read, prompts, prompt]) expect(code).toBe(0);
});
