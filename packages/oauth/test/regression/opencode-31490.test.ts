// anomalyco/opencode#31490 (issue 30888): a busy callback port is ignored, and the user sees "CSRF attack".
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { loopbackFlow } from "../../src/node/index.ts";
import { failure } from "../fixtures/transport.ts";

test("a busy port fails clearly", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const error = await failure(
    loopbackFlow({ port }).prepare({ preferred: [], signal: new AbortController().signal }),
  );
  expect(error.message).toContain(
    `port ${port} of this machine cannot be listened on (another program uses it`,
  );
  await new Promise((resolve) => other.close(resolve));
});
