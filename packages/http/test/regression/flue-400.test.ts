import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { fixture, json, result } from "../support/fixture.ts";

// Field report 135: a schema validator that writes code fails on Workers and under a page's content security policy.

const run = promisify(execFile);

test("nothing here writes code", async () => {
  const server = await fixture((seen, response) => {
    const tool = { name: "t", inputSchema: { type: "object" }, outputSchema: { type: "object" } };
    if (seen.message.method === "tools/list") json(response, result(seen, { tools: [tool] }));
    else json(response, result(seen, { content: [], structuredContent: { a: 1 } }));
  });
  const entry = (name: string): string => import.meta.resolve(name);
  const script = `
    import { connect } from "${entry("@snodo/client")}";
    import { http } from "${fileURLToPath(new URL("../../dist/index.js", import.meta.url))}";
    const fetch = (input, init) => globalThis.fetch(input, init);
    const client = await connect(http("${server.url}", { fetch }), { protocol: "2026-07-28" });
    const [tool] = await client.listTools();
    const { structuredContent } = await client.callTool(tool, {});
    await client.close();
    console.log(JSON.stringify(structuredContent));
    process.exit(0);
  `;
  const { stdout } = await run(process.execPath, [
    "--disallow-code-generation-from-strings",
    "--input-type=module",
    "--eval",
    script,
  ]);
  expect(stdout.trim()).toBe('{"a":1}');
});
