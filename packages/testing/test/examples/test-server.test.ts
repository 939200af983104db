import { expect, test } from "vitest";
import { direct } from "../../../client/dist/index.js";
import { testServer } from "../../src/index.ts";

const server = testServer({
  tools: {
    deploy: async ({ version }, context) => {
      context.progress(1, 2, "building");
      const { sure } = await context.input({
        sure: {
          method: "elicitation/create",
          params: { message: "Really?", requestedSchema: { type: "object", properties: {} } },
        },
      });
      return sure?.["action"] === "accept" ? `deployed ${String(version)}` : "left alone";
    },
  },
});

test.each(["2026-07-28", "2025-11-25"] as const)("my host lets the user decide (%s)", async (protocol) => {
  const inputHandlers = { form: () => ({ action: "accept", content: {} }) as const };
  const client = await direct(server, { protocol, inputHandlers });
  const result = await client.callTool("deploy", { version: "1.2" });
  expect(result.content).toEqual([{ type: "text", text: "deployed 1.2" }]);
  await client.close();
});
