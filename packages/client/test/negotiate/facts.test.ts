import { META } from "@snodo/protocol";
import { expect, test } from "vitest";
import { readFacts } from "../../src/negotiate/facts.ts";

const info = { name: "s", version: "1" };

test("reads who the server is from `_meta`, and from the top level of older results", () => {
  expect(readFacts({ _meta: { [META.serverInfo]: info } }).serverInfo).toEqual(info);
  expect(readFacts({ serverInfo: info }).serverInfo).toEqual(info);
  const both = { serverInfo: { name: "other", version: "0" }, _meta: { [META.serverInfo]: info } };
  expect(readFacts(both).serverInfo).toEqual(info);
});

test("reads capabilities and instructions", () => {
  expect(readFacts({ capabilities: { tools: {} }, instructions: "Ask." })).toMatchObject({
    capabilities: { tools: {} },
    instructions: "Ask.",
  });
});

test.each([
  { serverInfo: "s", capabilities: [], instructions: 7 },
  { serverInfo: null, capabilities: null, instructions: null },
  { _meta: [] },
  {},
])("counts parts of another type as unsaid: %j", (result) => {
  expect(readFacts(result)).toEqual({
    serverInfo: undefined,
    capabilities: undefined,
    instructions: undefined,
  });
});
