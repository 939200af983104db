// Field report 91: requests of the server were silently dropped, and it waited 60 s for each.
import { expect, test } from "vitest";
import { ask } from "../support/asking.ts";
import { ERAS, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test.each(ERAS)("every one of them is answered at once (%s)", async (protocol) => {
  const server = rawServer();
  const { client } = await open(server.transport, {
    protocol,
    inputHandlers: {
      roots: () => {
        throw new Error("no");
      },
    },
  });
  expect(await ask(server, "sampling/createMessage", {}, 1)).toMatchObject({ error: { code: -32_601 } });
  expect(await ask(server, "roots/list", {}, 2)).toMatchObject({ error: { code: -32_603 } });
  expect(await ask(server, "vendor/unknown", {}, 3)).toMatchObject({ error: { code: -32_601 } });
  await client.callTool("t");
});
