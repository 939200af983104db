// Field reports 124 and 125: a `resource_link`, a `{type:"json"}` or an unknown block rejected the whole result.
import { expect, test } from "vitest";
import { ERAS, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test.each(ERAS)("unknown blocks pass through as they are (%s)", async (protocol) => {
  const content = [
    { type: "resource_link", uri: "file:///a", name: "a", annotations: { priority: 2 } },
    { type: "json", json: { a: 1 } },
    { type: "hologram", data: "!!not base64!!" },
    { no: "type" },
    { type: "text", text: "still here" },
  ];
  const { client } = await open(rawServer({ methods: { "tools/call": () => ({ content }) } }).transport, {
    protocol,
  });
  expect((await client.callTool("t")).content).toEqual(content);
});
