import { connect } from "@snodo/client";
import spawn from "cross-spawn";
import { expect, test } from "vitest";
import { stdio } from "../../src/index.ts";
import { childrenOf } from "../../src/process/proc-fs.ts";
import { runs } from "../support/open.ts";

const root = new URL("../../../../", import.meta.url).pathname;

function everyoneBelow(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(everyoneBelow)];
}

test("a server behind npx is gone with its launcher", async () => {
  let launcher = 0;
  const transport = stdio({
    command: "npx",
    args: ["--no-install", "mcp-server-everything"],
    cwd: root,
    spawn: (command, args, request) => {
      const child = spawn(command, args, request);
      launcher = child.pid ?? 0;
      return child;
    },
  });
  const client = await connect(transport, { protocol: "2025-11-25", diagnostics: { report: () => {} } });
  expect((await client.listTools()).map(({ name }) => name)).toContain("echo");
  const pids = everyoneBelow(launcher);
  expect(pids.length).toBeGreaterThan(1);
  await client.close();
  expect(pids.filter(runs)).toEqual([]);
});
