// Statement 3: a resource read that was completed through `input_required` is never served from the cache.
import { expect, test } from "vitest";
import { responseCache } from "../../src/index.ts";
import { connected, PUBLIC } from "../support/connected-client.ts";

const ASK = {
  resultType: "input_required",
  inputRequests: {
    who: {
      method: "elicitation/create",
      params: {
        message: "Who?",
        requestedSchema: { type: "object", properties: { name: { type: "string" } } },
      },
    },
  },
};

// @req cache.input-rounds, rule.21
test("each read is asked and answered again", async () => {
  let asked = 0;
  const { client, sent } = await connected(
    {
      resources: { "file:///a": "plain" },
      methods: {
        "resources/read": (params) =>
          params["inputResponses"] === undefined
            ? ASK
            : { resultType: "complete", contents: [{ uri: "file:///a", text: "secret" }], ...PUBLIC },
      },
    },
    {
      cache: responseCache(),
      inputHandlers: {
        form: async () => {
          asked += 1;
          return { action: "accept", content: { name: `n${asked}` } };
        },
      },
    },
  );
  await client.readResource("file:///a");
  await client.readResource("file:///a");
  expect([asked, sent("resources/read")]).toEqual([2, 4]);
  await client.close();
});
