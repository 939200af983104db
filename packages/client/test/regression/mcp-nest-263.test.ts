// Field report 109: a server keeps answering `input_required`; clients burn rounds, or hang without a UI.
import { expect, test } from "vitest";
import { failure, open, thrown } from "../support/clients.ts";
import { ASK, answering, inputRequired, roundServer } from "../support/rounds.ts";

const endless = () => roundServer(inputRequired({ q: ASK.form }, "again"));

test("the rounds are capped, each under a new id, and the error is typed", async () => {
  const server = endless();
  const { client } = await open(server.transport, { inputHandlers: answering().handlers });
  expect((await failure(client.callTool("t"))).reason).toMatchObject({ type: "max_input_rounds", limit: 10 });
  const ids = server.requests("tools/call").map(({ id }) => id);
  expect(new Set(ids).size).toBe(11);
});

test("without a handler it fails at once and says what is asked", async () => {
  const { client } = await open(endless().transport);
  expect((await failure(client.callTool("t"))).reason.type).toBe("input_required");
});

test("an abort works between rounds", async () => {
  const controller = new AbortController();
  let rounds = 0;
  const { client } = await open(endless().transport, {
    inputHandlers: {
      form: () => {
        rounds += 1;
        if (rounds === 3) queueMicrotask(() => controller.abort("enough"));
        return { action: "accept" };
      },
    },
  });
  expect(await thrown(client.callTool("t", {}, { signal: controller.signal }))).toBe("enough");
  expect(rounds).toBe(3);
});
