import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { credentialsOf } from "../../src/auth/credentials.ts";
import { readKey } from "../../src/auth/private-key.ts";
import { hasSignIns, tokenFolder } from "../../src/auth/token-folder.ts";
import { Options } from "../../src/command-line/options.ts";
import { readHeaders } from "../../src/connection/headers.ts";
import { requestsBy } from "../../src/connection/requests-by.ts";
import { secretsOf } from "../../src/connection/trace.ts";

describe("requests are authorized by", () => {
  test.each([
    [{ AUTHORIZATION: "x" }, { SNODO_TOKEN: "t" }, { kind: "header" }],
    [{}, { SNODO_TOKEN: "t", SNODO_CLIENT_ID: "c", SNODO_CLIENT_SECRET: "s" }, { kind: "token", token: "t" }],
    [
      {},
      { SNODO_CLIENT_ID: "c", SNODO_CLIENT_SECRET: "s" },
      { kind: "machine", clientId: "c", secret: "s", privateKey: undefined },
    ],
    [
      {},
      { SNODO_CLIENT_ID: "c", SNODO_PRIVATE_KEY: "k.pem" },
      { kind: "machine", clientId: "c", secret: undefined, privateKey: "k.pem" },
    ],
    [{}, { SNODO_CLIENT_ID: "c" }, { kind: "user", clientId: "c" }],
    [{ "x-key": "1" }, { SNODO_TOKEN: "", SNODO_CLIENT_SECRET: "s" }, { kind: "user", clientId: undefined }],
  ])("headers %j and variables %j: %j", (headers, env, credentials) => {
    expect(credentialsOf(headers as never, env)).toEqual(credentials);
  });
});

describe("a private key", () => {
  test("is one, or in a file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "snodo-key-"));
    await writeFile(join(folder, "k.pem"), "-----BEGIN PRIVATE KEY-----");
    expect(await readKey("-----BEGIN PRIVATE KEY-----\nx", folder)).toBe("-----BEGIN PRIVATE KEY-----\nx");
    expect(await readKey("k.pem", folder)).toBe("-----BEGIN PRIVATE KEY-----");
  });

  test("that is neither is not shown", async () => {
    await expect(readKey("hunter2", "/")).rejects.toThrow(
      "SNODO_PRIVATE_KEY is neither a key in PEM nor the path of a file that can be read.",
    );
  });
});

describe("sign-ins", () => {
  test.each([
    ["linux", {}, "/home/ada/.local/state/snodo/oauth"],
    ["linux", { XDG_STATE_HOME: "/s" }, "/s/snodo/oauth"],
    ["darwin", {}, "/home/ada/Library/Application Support/snodo/oauth"],
    ["win32", { LOCALAPPDATA: "/l" }, "/l/snodo/oauth"],
  ])("on %s with %j are in %s", (platform, env, path) => {
    expect(tokenFolder({ platform, env, home: "/home/ada", cwd: "/" })).toBe(path);
  });

  test("are looked for before anything is loaded for them", async () => {
    const folder = await mkdtemp(join(tmpdir(), "snodo-tokens-"));
    expect(await hasSignIns(join(folder, "none"))).toBe(false);
    expect(await hasSignIns(folder)).toBe(false);
    await writeFile(join(folder, "tokens-abc.json"), "{}");
    expect(await hasSignIns(folder)).toBe(true);
  });
});

describe("headers", () => {
  test("are written as for curl", () => {
    expect(readHeaders(["A: 1", "b:2", "C:", "D: a: b"])).toEqual({ A: "1", b: "2", C: "", D: "a: b" });
  });

  test.each(["Bearer abcdefghijklmnop", ": x", "a b: c", ""])("%j has no name, and is not shown", (value) => {
    expect(() => readHeaders([value])).toThrow(/^A value of --header has no name\.$/);
  });
});

describe("requests are sent by", () => {
  const around = (env: Readonly<Record<string, string>> = {}) => ({
    cwd: "/",
    home: "/",
    platform: "linux",
    env,
  });
  const options = (timeout?: string) =>
    new Options(new Map(timeout === undefined ? [] : [["timeout", [timeout]]]), undefined);

  test.each([
    ["https://example.com/mcp", {}, undefined, true],
    ["http://localhost:3000/mcp", {}, undefined, true],
    ["http://localhost:6000/mcp", {}, undefined, false],
    ["http://localhost:99/mcp", {}, undefined, false],
    ["https://example.com/mcp", { HTTPS_PROXY: "http://proxy" }, undefined, false],
    ["https://example.com/mcp", { http_proxy: "" }, undefined, true],
    ["https://example.com/mcp", {}, "10m", false],
    ["https://example.com/mcp", {}, "0", false],
  ])("the platform for %s with %j and a limit of %s: %s", (url, env, timeout, platform) => {
    const chosen = requestsBy(url, { around: around(env), options: options(timeout) });
    expect(chosen).toEqual(platform ? { fetch: globalThis.fetch } : { proxyFromEnvironment: true });
  });
});

test("a trace hides headers, variables of servers, and what the environment authorizes with", () => {
  const url = { kind: "url", url: "https://x", headers: { "X-Key": "from-file" }, sse: false } as const;
  expect(
    secretsOf(
      url,
      { Authorization: "Bearer abcdefgh", X: "no" },
      { SNODO_TOKEN: "token-1", PATH: "/usr/bin" },
    ),
  ).toEqual(["token-1", "from-file", "Bearer abcdefgh", "from-file", "abcdefgh"]);
  const command = {
    kind: "command",
    command: "x",
    args: [],
    env: { KEY: "secret-1", PORT: "1" },
    cwd: undefined,
    typed: false,
  } as const;
  expect(secretsOf(command, {}, {})).toEqual(["secret-1", "secret-1"]);
});
