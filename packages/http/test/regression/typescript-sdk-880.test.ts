import type { Diagnostic } from "@snodo/protocol";
import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { failureOf } from "../support/dial.ts";
import { stream } from "../support/fixture.ts";
import { legacyServer } from "../support/legacy-server.ts";

// Field report 66: `close` reported its own aborts as errors, once or twice, also after it had told of the close.

test("what close itself cuts is no error", async () => {
  const diagnostics: Diagnostic[] = [];
  const server = await legacyServer({
    session: "s",
    get: (_seen, response) => stream(response),
    call: (_seen, response) => stream(response),
  });
  const client = await connected(http(server.url), {
    diagnostics: { report: (diagnostic) => diagnostics.push(diagnostic) },
    inputHandlers: { roots: () => ({ roots: [] }) },
  });
  const call = failureOf(client.callTool("x", {}));
  await server.arrived(1, ({ method }) => method === "GET");
  await server.arrived(1, ({ message }) => message.method === "tools/call");
  await client.close();
  expect(await call).toMatchObject({ reason: { type: "closed" } });
  expect(await client.closed).toMatchObject({ reason: { type: "closed" } });
  expect(diagnostics).toEqual([]);
});
