// Field report 88: a progress token of 0 was treated as absent.
import { expect, test } from "vitest";
import { ERAS, open, thrown } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test.each(ERAS)("none of ours is 0, and the caller's 0 is there (%s)", async (protocol) => {
  const server = rawServer();
  const { client } = await open(server.transport, { protocol });
  await client.callTool("t", {}, { onProgress: () => undefined });
  await client.callTool("t", {}, { meta: { progressToken: 0 } });
  const [ours, theirs] = server.requests("tools/call").map(({ params }) => params["_meta"]);
  expect(ours).toMatchObject({ progressToken: expect.any(Number) });
  expect(ours).not.toMatchObject({ progressToken: 0 });
  expect(theirs).toMatchObject({ progressToken: 0 });
  const twice = client.callTool("t", {}, { meta: { progressToken: 0 }, onProgress: () => undefined });
  expect(await thrown(twice)).toBeInstanceOf(TypeError);
});
