// Statement 3: a resource read completed through `input_required` is never served from a cache.
import { testServer } from "@snodo/testing";
import { expect, test } from "vitest";
import { dial } from "../support/clients.ts";
import { ASK, answering } from "../support/rounds.ts";
import { responseCache } from "../support/siblings.ts";

test("the second read asks again", async () => {
  const { handlers, asked } = answering();
  const server = testServer({
    resources: {
      "file:///secret": {
        read: async (_uri, context) => {
          await context.input({ who: ASK.form });
          return "for your eyes";
        },
      },
    },
    cache: { ttlMs: 60_000, cacheScope: "private" },
  });
  const { client } = await dial(server, "direct", { cache: responseCache(), inputHandlers: handlers });
  for (let read = 0; read < 2; read += 1) {
    expect(await client.readResource("file:///secret")).toMatchObject({
      contents: [{ text: "for your eyes" }],
    });
  }
  expect(asked).toHaveLength(2);
});
