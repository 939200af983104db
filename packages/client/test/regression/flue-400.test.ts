// Field report 135: a validator that generates code fails on Workers and under a content security policy.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("everything runs where code generation is forbidden", async () => {
  const script = `
    import { direct } from ${JSON.stringify(new URL("../../dist/index.js", import.meta.url).href)};
    import { cfworkerValidator } from ${JSON.stringify(new URL("../../dist/json-schema.js", import.meta.url).href)};
    const dispatch = async ({ id, method }) => ({ jsonrpc: "2.0", id, result: method === "tools/list"
      ? { tools: [{ name: "t", inputSchema: { type: "object" }, outputSchema: { type: "object", pattern: "^a" } }] }
      : { content: [], structuredContent: { a: 1 } } });
    const client = await direct({ revisions: ["2026-07-28"], dispatch }, { outputValidator: cfworkerValidator() });
    await client.listTools();
    console.log(JSON.stringify(await client.callTool("t")));
    await client.close();
  `;
  const args = ["--disallow-code-generation-from-strings", "--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(JSON.parse(stdout)).toEqual({ content: [], structuredContent: { a: 1 } });
});
