// Field report 26: continuedev/continue#11886.
import { systemClock } from "@snodo/protocol";
import { expect, test } from "vitest";
import { stdio } from "../../src/index.ts";
import { exchange, puppet } from "../support/open.ts";

test("when close has resolved, the same transport can be opened again", async () => {
  const transport = stdio(puppet());
  const context = {
    clock: systemClock,
    diagnostics: { report: () => {} },
    inbound: { notification: () => {}, request: async () => undefined, closed: () => {} },
  };
  for (let round = 0; round < 3; round += 1) {
    const connection = await transport.open(context);
    const request = { jsonrpc: "2.0" as const, id: 1, method: "echo", params: { round } };
    expect(await connection.send(request, exchange).response).toMatchObject({ result: { round } });
    await connection.close();
  }
});
