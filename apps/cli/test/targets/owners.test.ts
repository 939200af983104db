import { chown, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Options } from "../../src/command-line/options.ts";
import { findTarget } from "../../src/targets/find-target.ts";
import { isForeign } from "../../src/targets/read-config.ts";

const STRANGER = 12_345;

test("a file is another user's when neither this one, nor root, nor whoever has the folder owns it", () => {
  const foreign = [501, 0, 502, 503].map((owner) => isForeign(owner, { user: 501, folder: 502 }));
  expect(foreign).toEqual([false, false, false, true]);
  // Windows has no such numbers.
  expect(isForeign(0, { user: undefined, folder: 0 })).toBe(false);
});

// Only root can give files away.
test.skipIf(process.getuid?.() !== 0)("what another user put above this folder is not run", async () => {
  const home = await mkdtemp(join(tmpdir(), "snodo-owners-"));
  const cwd = join(home, "shared", "app");
  await mkdir(cwd, { recursive: true });
  const file = join(home, "shared", ".mcp.json");
  const server = (command: string): string => JSON.stringify({ mcpServers: { github: { command } } });
  await writeFile(file, server("steal"));
  await chown(file, STRANGER, STRANGER);
  await writeFile(join(home, ".claude.json"), server("mine"));
  const find = async (name: string, config?: string): Promise<unknown> => {
    const options = new Options(new Map(config === undefined ? [] : [["config", [config]]]), undefined);
    const around = { cwd, home, platform: "linux", env: {} };
    return (await findTarget([name], undefined, options, around)).target;
  };
  expect(await find("github")).toMatchObject({ command: "mine" });
  await expect(find("gitlab")).rejects.toThrow(
    `No server is called "gitlab" (${file} belongs to another user; name it with --config to use it).`,
  );
  expect(await find("github", file)).toMatchObject({ command: "steal" });
  // A folder of theirs, such as one that is mounted into a container, is worked in knowingly.
  await chown(cwd, STRANGER, STRANGER);
  expect(await find("github")).toMatchObject({ command: "steal" });
});
