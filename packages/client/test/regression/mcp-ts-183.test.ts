// Field report 106: headers were mirrored in `callTool` only; a generic `request("tools/call")` missed them.
import { testServer } from "@snodo/testing";
import { serveHttp } from "@snodo/testing/node";
import { expect, onTestFinished, test } from "vitest";
import { open } from "../support/clients.ts";
import { http } from "../support/siblings.ts";

test("they are mirrored below the public API, for every path", async () => {
  const inputSchema = {
    type: "object",
    properties: { region: { type: "string", "x-mcp-header": "Region" } },
  };
  const server = testServer({
    tools: { search: { inputSchema, handler: ({ region }) => `in ${String(region)}` } },
  });
  const host = await serveHttp(server);
  onTestFinished(() => host.close());
  const { client } = await open(http(host.url), { interceptors: [(request, next) => next(request)] });
  const params = { name: "search", arguments: { region: "eu" } };
  expect(await client.request("tools/call", params)).toMatchObject({ content: [{ text: "in eu" }] });
  expect(await client.request("tools/call", params)).toMatchObject({ content: [{ text: "in eu" }] });
});
