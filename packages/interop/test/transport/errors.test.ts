import { connect } from "@snodo/client";
import { isMcpError } from "@snodo/protocol";
import { expect, test } from "vitest";
import { fromSdkTransport } from "../../src/index.ts";
import { failure } from "../support/failure.ts";
import { answering, pinned } from "../support/scripted.ts";

test.each([
  [
    "an HTTP error of v2",
    Object.assign(new Error("Error POSTing to endpoint: no"), { status: 503, data: { text: "no" } }),
    { type: "http_status", status: 503 },
  ],
  [
    "an HTTP error of v1",
    Object.assign(new Error("Streamable HTTP error: no"), { code: 503 }),
    { type: "http_status", status: 503 },
  ],
  [
    "a refused login",
    Object.assign(new Error("Unauthorized"), { name: "UnauthorizedError" }),
    { type: "http_status", status: 401 },
  ],
  [
    "a server nobody reached",
    new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }),
    { type: "unreachable", osCode: "ECONNREFUSED" },
  ],
  ["anything else", new Error("boom"), { type: "connection_lost" }],
])("%s maps to a reason", async (_name, thrown, reason) => {
  const transport = answering(() => {
    throw thrown;
  });
  await using client = await connect(fromSdkTransport(transport, { label: "s" }), pinned);
  const error = await failure(client.listTools());
  expect(error).toMatchObject({ kind: "transport", reason, cause: thrown });
  expect(isMcpError(error) && error.message).toBe(`tools/list on s failed: ${thrown.message}`);
});

test("a bug that throws a TypeError is not taken for the network", async () => {
  const transport = answering(() => {
    throw new TypeError("undefined is not a function");
  });
  await using client = await connect(fromSdkTransport(transport), pinned);
  expect(await failure(client.listTools())).toMatchObject({ reason: { type: "connection_lost" } });
});
