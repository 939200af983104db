import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { open, puppet, rejection, runs } from "../support/open.ts";

const host = fileURLToPath(new URL("../children/host.mjs", import.meta.url));

describe("when this process exits without closing", () => {
  test.each([["exit"], ["throw"]])("servers that ignore the end of input are ended: %s", async (how) => {
    const child = spawn(process.execPath, [host, how], { stdio: ["ignore", "pipe", "ignore"] });
    let out = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    await new Promise((resolve) => child.once("close", resolve));
    const pids = JSON.parse(out) as number[];
    expect(pids).toHaveLength(2);
    await expect.poll(() => pids.filter(runs), { timeout: 15_000 }).toEqual([]);
  });

  test("one listener serves all servers, and only while there are any", async () => {
    const before = process.listenerCount("exit");
    const first = await open(puppet());
    const second = await open(puppet());
    expect(process.listenerCount("exit")).toBe(before + 1);
    await first.connection.close();
    await rejection(second.request("exit", { code: 0 }));
    await second.connection.close();
    expect(process.listenerCount("exit")).toBe(before);
  });
});
