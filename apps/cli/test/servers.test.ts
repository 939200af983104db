// biome-ignore-all lint/suspicious/noTemplateCurlyInString: configuration files write references like this
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { EVERYTHING } from "./support/everything.ts";
import { FIXTURE } from "./support/fixture.ts";
import { failure, json, snodo } from "./support/run-snodo.ts";

const entry = ([command, ...args]: readonly string[]) => ({ command, args });

let project: string;
let file: string;

/** Five servers, of which one is broken, one dies and one is not there. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "snodo-five-"));
  file = join(project, ".mcp.json");
  const servers = {
    everything: entry(EVERYTHING),
    fixture: { ...entry(FIXTURE), env: { LOG: "${LOG:-quiet}" } },
    broken: { command: "node", args: "server.js" },
    dying: entry([process.execPath, "-e", "console.error('no configuration'); process.exit(2)"]),
    remote: { url: "http://127.0.0.1:1/mcp" },
  };
  await writeFile(file, `// of this project\n${JSON.stringify({ mcpServers: servers })}`);
});

const run = (...words: readonly string[]) => snodo(words, { cwd: project });

describe("a file with five servers, one of them broken", () => {
  test("lists all five, says where they came from, and which is broken and why", async () => {
    const ran = await run("servers");
    expect(ran.code).toBe(0);
    const { servers } = json(ran) as {
      servers: { name: string; problem?: string; file: string; origin: string }[];
    };
    expect(servers.map(({ name }) => name)).toEqual(["everything", "fixture", "broken", "dying", "remote"]);
    expect(servers.map(({ problem }) => problem).filter((problem) => problem !== undefined)).toEqual([
      `${file}: mcpServers.broken.args: must be an array, and is a string.`,
    ]);
    expect(servers[0]).toMatchObject({ file, origin: "this project" });
  });

  test("with --check says how each is", async () => {
    const ran = await run("servers", "--check");
    expect(ran.code).toBe(3);
    const { servers } = json(ran) as { servers: { name: string; health?: Record<string, unknown> }[] };
    const health = new Map(servers.map((server) => [server.name, server.health]));
    expect(health.get("everything")).toMatchObject({ ok: true, tools: expect.any(Number) });
    expect(health.get("fixture")).toMatchObject({ ok: true, serverInfo: { name: "fixture" } });
    expect(health.get("broken")).toBeUndefined();
    expect(health.get("dying")).toMatchObject({ ok: false, error: { reason: "process_exit", exit: 3 } });
    expect(health.get("remote")).toMatchObject({ ok: false, error: { reason: "unreachable", exit: 3 } });
  });

  test("for people is a table", async () => {
    const { stdout } = await snodo(["servers", "--check", "--text"], {
      cwd: project,
      env: { COLUMNS: "200" },
    });
    expect(stdout).toMatch(/everything +ok +mcp-servers\/everything [\d.]+, 2025-11-25, \d+ tools, \d+ ms/);
    expect(stdout).toMatch(/broken +broken +.*must be an array, and is a string\./);
    expect(stdout).toMatch(/dying +failed +.*exited with code 2\. no configuration\n/);
    expect(stdout).toContain(`${file} (this project)`);
  });

  test("the good ones are called by their names, and the broken one tells what is wrong", async () => {
    const [good, broken, typo] = await Promise.all([
      run("call", "fixture", "echo", "text=hi"),
      run("call", "broken", "echo", "text=hi", "--json"),
      run("tools", "fixtrue"),
    ]);
    expect(json(good)).toMatchObject({ structuredContent: { text: "hi" } });
    expect(failure(broken)).toMatchObject({
      reason: "config",
      message: `${file}: mcpServers.broken.args: must be an array, and is a string.`,
      exit: 2,
    });
    expect(typo.stderr).toBe('error: No server is called "fixtrue".\nhint: Did you mean fixture?\n');
  });

  test("a shell completes their names", async () => {
    const { stdout } = await snodo(["__complete", "--", "tools", ""], { cwd: project });
    expect(
      stdout
        .split("\n")
        .slice(0, 5)
        .map((line) => line.split("\t")[0]),
    ).toEqual(["everything", "fixture", "broken", "dying", "remote"]);
  });
});

test("without any file there are none, and that is no failure", async () => {
  const ran = await snodo(["servers", "--text"]);
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  expect(ran.stdout).toContain("No configuration file has any.");
});
