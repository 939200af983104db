// punkpeye/mcp-remote#325: the port is probed, closed and opened again, so instances disagree on it.

import { expect, test } from "vitest";
import { loopbackFlow } from "../../src/node/index.ts";

test("the port is bound before the URL is built, and nobody else can bind it", async () => {
  const request = { preferred: [], signal: new AbortController().signal };
  const first = await loopbackFlow().prepare(request);
  const port = Number(new URL(first.redirectUri).port);
  await expect(loopbackFlow({ port }).prepare(request)).rejects.toThrow(`port ${port}`);
  await first.dispose();
});
