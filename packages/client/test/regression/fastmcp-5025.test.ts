// Field report 72: an empty cursor is a cursor.
import { expect, test } from "vitest";
import { open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test("the page behind it is not dropped", async () => {
  const server = rawServer({
    methods: {
      "prompts/list": ({ params }) =>
        params?.["cursor"] === ""
          ? { prompts: [{ name: "b" }] }
          : { prompts: [{ name: "a" }], nextCursor: "" },
    },
  });
  const { client } = await open(server.transport);
  expect((await client.listPrompts()).map(({ name }) => name)).toEqual(["a", "b"]);
});
