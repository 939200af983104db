// anthropics/claude-code#86233, #90370, cognizant-ai-lab/nsflow#233: 127.0.0.1 and localhost are mixed up, and ports are sent that a document does not list.

import { expect, test } from "vitest";
import { loopbackFlow } from "../../src/node/index.ts";

test.each([
  [{}, /^http:\/\/127\.0\.0\.1:\d+\/callback$/],
  [{ host: "localhost" as const }, /^http:\/\/localhost:\d+\/callback$/],
])("the host is the one that was asked for: %j", async (options, uri) => {
  const flow = await loopbackFlow(options).prepare({ preferred: [], signal: new AbortController().signal });
  expect(flow.redirectUri).toMatch(uri);
  await flow.dispose();
});

test("a port of an earlier redirect is used again, and of another host is not", async () => {
  const request = (preferred: readonly string[]) => ({ preferred, signal: new AbortController().signal });
  const first = await loopbackFlow().prepare(request([]));
  await first.dispose();
  const { port } = new URL(first.redirectUri);
  const again = await loopbackFlow().prepare(request([`http://localhost:1/callback`, first.redirectUri]));
  expect(new URL(again.redirectUri).port).toBe(port);
  await again.dispose();
});
