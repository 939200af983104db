import { test } from "vitest";
import { direct } from "../../../client/dist/index.js";
import { expectResource, expectTool, recordInput, testServer } from "../../src/index.ts";

const question = {
  method: "elicitation/create",
  params: { message: "Your name?", requestedSchema: { type: "object", properties: {} } },
};
const myServer = testServer({
  tools: {
    greet: async (_args, context) => {
      const { who } = await context.input({ who: question });
      const answer = who?.["content"] as { readonly name: string } | undefined;
      return `Hello, ${answer?.name}`;
    },
  },
  resources: { "file:///motd": "Be kind." },
});

test("my tools do what they say", async () => {
  const input = recordInput({ form: { action: "accept", content: { name: "Ada" } } });
  const client = await direct(myServer, { inputHandlers: input.handlers });

  const greet = expectTool(client, "greet", {}, { input });
  await greet.toHaveText("Hello, Ada");
  await greet.toHaveAsked("form", /name/);
  await expectTool(client, "none").toBeRefused(-32602);
  await expectResource(client, "file:///motd").toHaveText(/kind/);

  await client.close();
});
