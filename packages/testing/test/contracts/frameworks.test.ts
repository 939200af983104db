import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { contractServer, memoryTransport, runContract, transportContract } from "../../src/index.ts";

test("the contract runs under node:test", async () => {
  const script = fileURLToPath(new URL("../children/contract-under-node-test.mjs", import.meta.url));
  // A child of a test runner would report to it instead of to the terminal.
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
  const child = spawn(process.execPath, ["--test", script], { env, stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    out += chunk;
  });
  const [code] = await once(child, "close");
  expect([code, /^# fail (\d+)/m.exec(out)?.[1] ?? /ℹ fail (\d+)/.exec(out)?.[1]]).toEqual([0, "0"]);
  expect(Number(/(?:#|ℹ) pass (\d+)/.exec(out)?.[1])).toBeGreaterThan(0);
});

test("the contract runs under anything that takes a name and a function, as Deno.test does", async () => {
  const runs: { readonly name: string; readonly fn: () => Promise<void> }[] = [];
  const register = (name: string, fn: () => Promise<void>): void => void runs.push({ name, fn });
  runContract(register, transportContract, () => ({ transport: memoryTransport(contractServer()) }), {
    without: ["limit", "sever"],
  });
  expect(new Set(runs.map(({ name }) => name)).size).toBe(runs.length);
  await Promise.all(runs.map(({ fn }) => fn()));
});
