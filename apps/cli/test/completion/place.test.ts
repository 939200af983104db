import { connect } from "@snodo/client";
import { memoryTransport, testServer } from "@snodo/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Wanted } from "../../src/completion/candidate.ts";
import { liveCandidates } from "../../src/completion/live.ts";
import { placeOf } from "../../src/completion/place.ts";
import { completionScript } from "../../src/completion/scripts.ts";

const values = (words: readonly string[]) => {
  const place = placeOf(words, false);
  return place.type === "words" ? place.candidates.map(({ value }) => value) : place;
};

describe("what comes next", () => {
  test.each<[words: string[], some: string[]]>([
    [[""], ["tools", "call", "servers", "completion"]],
    [["--verbose", ""], ["tools"]],
    [["help", ""], ["tools"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [
      ["tools", "-"],
      ["--header", "--json", "--protocol"],
    ],
    [["servers", "--"], ["--check"]],
    [["tools", "--protocol", ""], ["2026-07-28"]],
  ])("after %j are, among others, %j", (words, some) => {
    expect(values(words)).toEqual(expect.arrayContaining(some));
  });

  test.each<[words: string[], place: unknown]>([
    [["tools", ""], { type: "server" }],
    [["call", "-H", "A: 1", ""], { type: "server" }],
    [["call", "--timeout=3s", ""], { type: "server" }],
    [
      ["call", "-t", "3s", "--cache", "srv", ""],
      { type: "live", wanted: { type: "tools" }, server: "srv", given: [] },
    ],
    [
      ["call", "srv", "echo", "a=1", "b="],
      { type: "live", wanted: { type: "tool-argument", tool: "echo" }, server: "srv", given: ["a=1"] },
    ],
    [["read", "srv", ""], { type: "live", wanted: { type: "uris" }, server: "srv", given: [] }],
    [["prompt", "srv", ""], { type: "live", wanted: { type: "prompts" }, server: "srv", given: [] }],
    [["complete", "srv", ""], { type: "live", wanted: { type: "completable" }, server: "srv", given: [] }],
    [["ping", "srv", ""], { type: "nothing" }],
    [["servers", ""], { type: "nothing" }],
    [["nonsense", ""], { type: "nothing" }],
    [["tools", "--trace", ""], { type: "nothing" }],
    [["tools", "--", "npx", ""], { type: "nothing" }],
  ])("after %j is %j", (words, place) => {
    expect(placeOf(words, false)).toEqual(place);
  });

  test("in the REPL needs no server", () => {
    expect(placeOf(["call", ""], true)).toMatchObject({ type: "live", wanted: { type: "tools" } });
  });
});

describe("what a server is asked for", () => {
  const server = testServer({
    tools: {
      paint: {
        title: "Paints",
        inputSchema: {
          type: "object",
          properties: {
            color: { enum: ["red", "green"], description: "which" },
            gloss: { type: "boolean" },
            layers: { type: "array", items: { enum: [1, 2] } },
          },
        },
      },
    },
    prompts: {
      review: { description: "Reviews", arguments: [{ name: "language" }, { name: "name" }], get: () => "x" },
    },
    resources: { "file:///a": { name: "A", text: "a" } },
    resourceTemplates: { "db://{table}": { name: "Table" } },
    completions: ({ argument, context }) => [
      `${argument.value}-${context?.arguments?.["language"] ?? "any"}`,
    ],
  });

  const ask = async (wanted: Wanted, current = "", given: readonly string[] = []) => {
    const client = await connect(memoryTransport(server));
    onTestFinished(() => client.close());
    return await liveCandidates(client, wanted, current, given, new AbortController().signal);
  };

  test.each<[wanted: Wanted, current: string, given: string[], candidates: unknown]>([
    [{ type: "tools" }, "", [], [{ value: "paint", about: "Paints" }]],
    [{ type: "prompts" }, "", [], [{ value: "review", about: "Reviews" }]],
    [{ type: "uris" }, "", [], [{ value: "file:///a", about: "A" }]],
    [
      { type: "completable" },
      "",
      [],
      [
        { value: "review", about: "Reviews" },
        { value: "db://{table}", about: "Table" },
      ],
    ],
    [
      { type: "tool-argument", tool: "paint" },
      "",
      ["gloss=true"],
      [
        { value: "color=", about: "string: which" },
        { value: "layers=", about: "number[]" },
      ],
    ],
    [
      { type: "tool-argument", tool: "paint" },
      "color=",
      [],
      [{ value: "color=red" }, { value: "color=green" }],
    ],
    [
      { type: "tool-argument", tool: "paint" },
      "gloss=t",
      [],
      [{ value: "gloss=true" }, { value: "gloss=false" }],
    ],
    [{ type: "tool-argument", tool: "paint" }, "layers=", [], [{ value: "layers=1" }, { value: "layers=2" }]],
    [{ type: "tool-argument", tool: "none" }, "", [], []],
    [
      { type: "prompt-argument", prompt: "review" },
      "",
      ["name=x"],
      [{ value: "language=", about: undefined }],
    ],
    [{ type: "prompt-argument", prompt: "review" }, "name=a", ["language=ts"], [{ value: "name=a-ts" }]],
    [{ type: "prompt-argument", prompt: "none" }, "", [], []],
  ])("%j %j %j", async (wanted, current, given, candidates) => {
    expect(await ask(wanted, current, given)).toEqual(candidates);
  });
});

test("there is a script for each shell, and no other", () => {
  for (const shell of ["bash", "zsh", "fish"]) expect(completionScript(shell)).toContain("snodo __complete");
  expect(() => completionScript("csh")).toThrow("There is no completion for csh.");
  expect(() => completionScript(undefined)).toThrow("Which shell?");
});
