// biome-ignore-all lint/suspicious/noTemplateCurlyInString: configuration files write references like this
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { Options } from "../../src/command-line/options.ts";
import { configPlaces, type Surroundings } from "../../src/targets/config-places.ts";
import { findTarget } from "../../src/targets/find-target.ts";
import { knownServers } from "../../src/targets/named-target.ts";
import { readJsonc } from "../../src/targets/read-jsonc.ts";

let home: string;
let cwd: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "snodo-config-"));
  cwd = join(home, "code", "app");
  await mkdir(cwd, { recursive: true });
});

const around = (extra: Partial<Surroundings> = {}): Surroundings => ({
  cwd,
  home,
  platform: "linux",
  env: {},
  ...extra,
});

const options = (config?: string) =>
  new Options(new Map(config === undefined ? [] : [["config", [config]]]), undefined);

async function put(path: string, content: unknown): Promise<string> {
  const file = join(home, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

const find = (words: readonly string[], config?: string, extra: Partial<Surroundings> = {}) =>
  findTarget(words, undefined, options(config), around(extra));

describe("the files people have", () => {
  test("are read nearest first, each with its own key", async () => {
    const server = (url: string) => ({ url: `https://${url}.example.com/mcp` });
    await put("code/app/.mcp.json", { mcpServers: { project: server("project") } });
    await put("code/.mcp.json", { mcpServers: { above: server("above"), project: server("hidden") } });
    await put("code/app/.vscode/mcp.json", { servers: { code: server("code") } });
    await put("code/app/.cursor/mcp.json", { mcpServers: { cursor: server("cursor") } });
    await put(".claude.json", {
      mcpServers: { claude: server("claude") },
      projects: { [cwd]: { mcpServers: { local: server("local") } } },
    });
    await put(".cursor/mcp.json", { mcpServers: { own: server("own") } });
    await put(".config/Code/User/mcp.json", { servers: { user: server("user") } });
    await put(".config/Claude/claude_desktop_config.json", { mcpServers: { desktop: server("desktop") } });
    const { entries, problems } = await knownServers(options(), around());
    expect(problems).toEqual([]);
    expect(entries.map(({ name, place }) => [name, place.origin])).toEqual([
      ["project", "this project"],
      ["code", "VS Code, this project"],
      ["cursor", "Cursor, this project"],
      ["above", "this project"],
      ["project", "this project"],
      ["local", "Claude Code"],
      ["claude", "Claude Code"],
      ["own", "Cursor"],
      ["user", "VS Code"],
      ["desktop", "Claude Desktop"],
    ]);
    expect((await find(["project"])).target).toMatchObject({ url: "https://project.example.com/mcp" });
  });

  test.each([
    ["darwin", {}, "Library/Application Support/Claude/claude_desktop_config.json"],
    ["linux", {}, ".config/Claude/claude_desktop_config.json"],
    ["linux", { XDG_CONFIG_HOME: "/etc/xdg" }, "/etc/xdg/Claude/claude_desktop_config.json"],
    ["win32", { APPDATA: "/roaming" }, "/roaming/Claude/claude_desktop_config.json"],
  ])("are where %s keeps them (%j)", (platform, env, path) => {
    const paths = configPlaces({ cwd: "/home/ada/app", home: "/home/ada", platform, env }).map(
      (place) => place.path,
    );
    expect(paths).toContain(path.startsWith("/") ? path : `/home/ada/${path}`);
  });

  test("the home folder itself is no project above another", () => {
    const paths = configPlaces(around()).map((place) => place.path);
    expect(paths).not.toContain(join(home, ".mcp.json"));
    expect(configPlaces(around({ cwd: home })).map((place) => place.path)).toContain(join(home, ".mcp.json"));
  });

  test("may have comments and commas to spare, and an empty file has no servers", async () => {
    await put(
      "code/app/.mcp.json",
      '\uFEFF{ // mine\n "mcpServers": { "a": { "url": "http://localhost:1/" }, }, /* x */ }',
    );
    await put(".cursor/mcp.json", "");
    expect((await knownServers(options(), around())).entries.map(({ name }) => name)).toEqual(["a"]);
  });

  test("one that is no JSON is told by line, and does not hide the others", async () => {
    const file = await put("code/app/.mcp.json", '{\n  "mcpServers": {\n    "a": oops\n  }\n}');
    await put(".cursor/mcp.json", { mcpServers: { b: { url: "https://b.example.com" } } });
    const { entries, problems } = await knownServers(options(), around());
    expect(entries.map(({ name }) => name)).toEqual(["b"]);
    expect(problems).toEqual([
      expect.stringMatching(/is no JSON: names and texts need double quotes \(line 3, column 10\)$/),
    ]);
    expect(problems[0]?.startsWith(file)).toBe(true);
    await expect(find(["a"])).rejects.toThrow(/^No server is called "a" \(.*is no JSON.*\)\.$/);
  });
});

test.each([
  ['{"a" 1}', "a colon is missing (line 1, column 6)"],
  ['{"a": 1', "a } is missing (line 1, column 8)"],
  ['{"a": "x', "a string is not closed (line 1, column 7)"],
  ['{"a": 1 "b": 2}', "a comma is missing (line 1, column 9)"],
  ['{"a": 1, : 2}', "the name of a member is missing (line 1, column 10)"],
  ["{} {}", "there is more after the end (line 1, column 4)"],
  ["{\n  // x\n  a: 1}", "names and texts need double quotes (line 3, column 3)"],
])("%j is told as: %s", (content, problem) => {
  expect(readJsonc(content)).toEqual({ problem });
});

test("a member may have any name", () => {
  const read = readJsonc('{"__proto__": {"command": "x"}, "constructor": 1}');
  expect("value" in read && Object.keys(Object(read.value))).toEqual(["__proto__", "constructor"]);
});

describe("an entry", () => {
  test("becomes a command, with its references replaced and paths of its own folder", async () => {
    await put("code/app/.env", "FROM_FILE=1\nKEY=file");
    const file = await put("code/app/.mcp.json", {
      mcpServers: {
        a: {
          type: "stdio",
          command: "${TOOL:-node}",
          args: ["--root", "${workspaceFolder}"],
          env: { KEY: "${KEY}", PORT: 3000, DEBUG: true },
          envFile: ".env",
          cwd: "sub",
          "x-other": { kept: true },
        },
      },
    });
    expect((await find(["a", "tool", "x=1"], file, { env: { KEY: "k" } })).target).toEqual({
      kind: "command",
      command: "node",
      args: ["--root", cwd],
      env: { FROM_FILE: "1", KEY: "k", PORT: "3000", DEBUG: "true" },
      cwd: join(cwd, "sub"),
      typed: false,
    });
    expect((await find(["a", "tool", "x=1"], file, { env: { KEY: "k" } })).words).toEqual(["tool", "x=1"]);
  });

  test("becomes a URL with headers; its type says whether it speaks the old transport", async () => {
    const file = await put("x.json", {
      servers: { a: { type: "sse", url: "https://a.example.com/sse", headers: { "X-Key": "${KEY}" } } },
    });
    expect((await find(["a"], file, { env: { KEY: "k" } })).target).toEqual({
      kind: "url",
      url: "https://a.example.com/sse",
      headers: { "X-Key": "k" },
      sse: true,
    });
  });

  test.each<[entry: unknown, where: string, problem: string]>([
    [{ command: "node", args: "server.js" }, ".args", "must be an array, and is a string"],
    [{ command: "node", args: ["a", 7] }, ".args[1]", "must be a string, and is a number"],
    [{ command: 7 }, ".command", "must be a string, and is a number"],
    [{ command: "" }, ".command", "must not be empty"],
    [{ command: "node", env: { A: null } }, ".env.A", "must be a string, and is null"],
    [{ command: "node", env: { A: "${NONE}" } }, ".env.A", "the environment variable NONE is not set"],
    [{ command: "node", envFile: "none.env" }, ".envFile", "HOME/none.env cannot be read (ENOENT)"],
    [{ url: "localhost:3000" }, ".url", '"localhost:3000" is no http(s) URL'],
    [{ url: "https://a", headers: { A: 1 } }, ".headers.A", "must be a string, and is a number"],
    [
      { url: "https://a", type: "websocket", headers: {} },
      ".type",
      '"websocket" is not supported: only http and sse are',
    ],
    [{}, "", "has neither a command nor a url"],
    [{ command: "a", url: "https://b" }, "", "has both a command and a url: which one is meant?"],
    ["npx server", "", "must be an object with a command or a url"],
  ])("%j is told by file and path", async (entry, where, problem) => {
    const file = await put("x.json", { mcpServers: { mine: entry } });
    await expect(find(["mine"], file)).rejects.toThrow(
      expect.objectContaining({
        message: `${file}: mcpServers.mine${where}: ${problem.replace("HOME", home)}.`,
        exit: 2,
        reason: "config",
      }),
    );
  });
});

describe("a target", () => {
  test("is the command after --, whatever it looks like", async () => {
    const found = await findTarget(["tool"], ["npx", "-y", "x"], options(), around());
    expect(found).toEqual({
      target: { kind: "command", command: "npx", args: ["-y", "x"], env: {}, cwd: undefined, typed: true },
      words: ["tool"],
    });
  });

  test("is a URL", async () => {
    expect(await find(["https://example.com/mcp", "echo"])).toEqual({
      target: { kind: "url", url: "https://example.com/mcp", headers: {}, sse: false },
      words: ["echo"],
    });
  });

  test.each<[words: string[], server: string[] | undefined, message: string, hint: string | undefined]>([
    [
      [],
      undefined,
      "Which server?",
      "Give a URL, a name that `snodo servers` lists, or a command after --, such as -- npx -y some-server.",
    ],
    [[], [], "There is no command after --.", "Write the command that starts the server there."],
    [["https://exa mple/"], undefined, "https://exa mple/ is no valid URL.", undefined],
    [
      ["https://ada:pw@example.com"],
      undefined,
      "Credentials in a URL end up in logs and histories, and are not sent.",
      'Send them with --header "Authorization: Basic …".',
    ],
    [
      ["example.com/mcp"],
      undefined,
      'No server is called "example.com/mcp".',
      "A URL starts with its scheme: https://example.com/mcp",
    ],
    [
      ["localhost:3000"],
      undefined,
      'No server is called "localhost:3000".',
      "A URL starts with its scheme: http://localhost:3000",
    ],
    [
      ["127.0.0.1:3000"],
      undefined,
      'No server is called "127.0.0.1:3000".',
      "A URL starts with its scheme: http://127.0.0.1:3000",
    ],
    [
      ["github"],
      undefined,
      'No server is called "github".',
      "No configuration file has any. Give a URL, or a command after --.",
    ],
  ])("%j %j is told what to write", async (words, server, message, hint) => {
    await expect(findTarget(words, server, options(), around())).rejects.toThrow(
      expect.objectContaining({ message, hint, exit: 2 }),
    );
  });

  test("a name that is almost one is told the one", async () => {
    const file = await put("x.json", {
      mcpServers: { github: { url: "https://a" }, linear: { url: "https://b" } },
    });
    await expect(find(["githb"], file)).rejects.toThrow(
      expect.objectContaining({ hint: "Did you mean github?" }),
    );
    await expect(find(["zzz"], file)).rejects.toThrow(
      expect.objectContaining({
        hint: "There are github, linear. Or give a URL, or a command after --.",
        reason: "unknown_server",
      }),
    );
  });

  test("a file that was named has to be there, and to have servers", async () => {
    await expect(find(["a"], "none.json")).rejects.toThrow(`${join(cwd, "none.json")} does not exist.`);
    const file = await put("x.json", { servers: {} });
    await expect(find(["a"], file)).rejects.toThrow(
      `${file} has no servers: "mcpServers" is missing or empty.`,
    );
  });
});
