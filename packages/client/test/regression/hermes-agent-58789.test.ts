// Field report 112: an elicitation was accepted with `{}`, and the server refused for want of its own defaults.
import type { FormSchema } from "@snodo/protocol";
import { expect, test } from "vitest";
import { fillDefaults } from "../../src/index.ts";
import { open } from "../support/clients.ts";
import { DONE, inputRequired, roundServer } from "../support/rounds.ts";

const requestedSchema: FormSchema = {
  type: "object",
  properties: {
    region: { type: "string", enum: ["eu", "us"], default: "eu" },
    copies: { type: "integer", default: 1 },
    reason: { type: "string" },
  },
  required: ["region", "reason"],
};
const ask = { method: "elicitation/create", params: { mode: "form", message: "Deploy?", requestedSchema } };

test("declared defaults are filled when asked to, and nothing is invented", async () => {
  const server = roundServer(inputRequired({ q: ask }), inputRequired({ q: ask }), DONE);
  let round = 0;
  const { client } = await open(server.transport, {
    inputHandlers: {
      form: (params) => {
        round += 1;
        return { action: "accept", content: round === 1 ? {} : fillDefaults(params.requestedSchema, {}) };
      },
    },
  });
  await client.callTool("deploy");
  const [, first, second] = server.requests("tools/call").map(({ params }) => params["inputResponses"]);
  expect(first).toEqual({ q: { action: "accept", content: {} } });
  expect(second).toEqual({ q: { action: "accept", content: { region: "eu", copies: 1 } } });
});
