// Field report 10: modelcontextprotocol/typescript-sdk#2776, mark3labs/mcp-go#956.
import { expect, test } from "vitest";
import { open, puppet } from "../support/open.ts";

test("a server that fills stderr before each answer is never blocked, though nobody listens", async () => {
  const { request } = await open(puppet());
  for (let call = 0; call < 4; call += 1) {
    expect(await request("stderr", { bytes: 262_144 + 56 })).toBe(262_160);
  }
});

test("a listener sees all of it, from the start", async () => {
  let bytes = 0;
  const options = puppet({
    env: { PUPPET_COMPLAINS: "first\n" },
    stderr: (line) => {
      bytes += line.length + 1;
    },
  });
  const { request, connection } = await open(options);
  await request("stderr", { bytes: 800_000 });
  await connection.close();
  expect(bytes).toBe(800_006);
});
