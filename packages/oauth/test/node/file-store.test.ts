import { randomBytes, type webcrypto } from "node:crypto";
import { chmod, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostic } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { defaultDirectory } from "../../src/node/files/directory.ts";
import { encryptedFileStore, fileStore } from "../../src/node/index.ts";
import { temporaryDirectory } from "../fixtures/temporary.ts";
import { failure } from "../fixtures/transport.ts";

const tokens = {
  schema: 1,
  issuer: "https://as.example.com",
  clientId: "c",
  audience: "https://h/mcp",
  accessToken: "secret-access",
  refreshToken: "secret-refresh",
  scheme: "Bearer",
  issuedAt: 1,
};
const recordsIn = async (directory: string) =>
  (await readdir(directory)).filter((name) => name.endsWith(".json"));
const only = async (directory: string) => join(directory, (await recordsIn(directory))[0] ?? "none");

describe("files", () => {
  test("are for their owner only, from the moment they exist", async () => {
    const directory = join(await temporaryDirectory(), "made");
    const store = fileStore({ directory });
    await store.set("tokens", "https://as.example.com c", tokens);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect((await stat(await only(directory))).mode & 0o777).toBe(0o600);
  });

  test("have names that tell nothing, and leave no temporary ones", async () => {
    const directory = await temporaryDirectory();
    await fileStore({ directory }).set("tokens", "https://as.example.com ada", tokens);
    const names = await readdir(directory);
    expect(names).toHaveLength(1);
    expect(names[0]).toMatch(/^tokens-[\w-]{43}\.json$/);
  });

  test.each([0o644, 0o640, 0o604])("with mode %o are refused", async (mode) => {
    const directory = await temporaryDirectory();
    const store = fileStore({ directory });
    await store.set("tokens", "k", tokens);
    await chmod(await only(directory), mode);
    const error = await failure(store.get("tokens", "k"));
    expect(error.message).toMatch(
      /^Refused to read .+: others can read it\. Run chmod 600 on it, or delete it\.$/,
    );
    expect(error).toMatchObject({ reason: { problem: "store", retryable: false } });
  });

  test("in a directory others can read are refused", async () => {
    const directory = join(await temporaryDirectory(), "open");
    await mkdir(directory, { mode: 0o755 });
    await chmod(directory, 0o755);
    const error = await failure(fileStore({ directory }).get("tokens", "k"));
    expect(error.message).toContain("others can read it. Run chmod 700 on it.");
  });

  test("that are links are refused", async () => {
    const directory = await temporaryDirectory();
    const store = fileStore({ directory });
    await store.set("tokens", "k", tokens);
    const path = await only(directory);
    const text = await readFile(path, "utf8");
    const elsewhere = join(await temporaryDirectory(), "elsewhere");
    await writeFile(elsewhere, text, { mode: 0o600 });
    await import("node:fs/promises").then((fs) => fs.unlink(path));
    await symlink(elsewhere, path);
    expect((await failure(store.get("tokens", "k"))).message).toContain("it is a link");
  });

  test.each([
    ["cut off", (text: string) => text.slice(0, 40)],
    ["empty", () => ""],
    ["not JSON", () => "tokens!"],
    ["of another shape", () => '{"v":1,"version":"x","value":{"schema":1,"accessToken":7}}'],
    ["without a record", () => '{"v":1,"version":"x"}'],
  ])("that are %s are put aside, count as absent, and can be written again", async (_name, damage) => {
    const directory = await temporaryDirectory();
    const reported: Diagnostic[] = [];
    const store = fileStore({ directory, diagnostics: { report: (one) => reported.push(one) } });
    await store.set("tokens", "k", tokens);
    const path = await only(directory);
    await writeFile(path, damage(await readFile(path, "utf8")));
    expect(await store.get("tokens", "k")).toBeUndefined();
    expect(await readdir(directory)).toEqual([expect.stringMatching(/\.corrupt$/)]);
    expect(reported).toMatchObject([{ level: "warning", code: "oauth_record_damaged" }]);
    expect(JSON.stringify(reported)).not.toContain("secret");
    await store.set("tokens", "k", tokens);
    expect((await store.get("tokens", "k"))?.value).toEqual(tokens);
  });

  test.each([
    ["envelope", (text: string) => text.replace('"v":1', '"v":2')],
    ["record", (text: string) => text.replace('"schema":1', '"schema":2')],
  ])("of a later release (%s) count as absent, and are left alone", async (_name, edit) => {
    const directory = await temporaryDirectory();
    const store = fileStore({ directory });
    await store.set("tokens", "k", tokens);
    const path = await only(directory);
    await writeFile(path, edit(await readFile(path, "utf8")));
    expect(await store.get("tokens", "k")).toBeUndefined();
    expect(await recordsIn(directory)).toHaveLength(1);
  });

  test("of sign-ins nobody finished, and of writers that died, are removed after an hour", async () => {
    const directory = await temporaryDirectory();
    const old = new Date(Date.now() - 2 * 3_600_000);
    for (const name of ["pending-old.json", "tokens-x.json.1.tmp", "tokens-old.json"]) {
      await writeFile(join(directory, name), "{}", { mode: 0o600 });
      await utimes(join(directory, name), old, old);
    }
    await writeFile(join(directory, "pending-new.json"), "{}", { mode: 0o600 });
    await fileStore({ directory }).get("tokens", "k");
    expect((await readdir(directory)).sort()).toEqual(["pending-new.json", "tokens-old.json"]);
  });
});

describe("encrypted files", () => {
  test("show nothing of what they hold", async () => {
    const directory = await temporaryDirectory();
    await encryptedFileStore({ directory, key: randomBytes(32) }).set("tokens", "k", tokens);
    const text = await readFile(await only(directory), "utf8");
    for (const word of ["secret", "as.example.com", "Bearer"]) expect(text).not.toContain(word);
  });

  test("of another key count as absent, are left alone, and can be overwritten", async () => {
    const directory = await temporaryDirectory();
    await encryptedFileStore({ directory, key: randomBytes(32) }).set("tokens", "k", tokens);
    const second = encryptedFileStore({ directory, key: randomBytes(32) });
    expect(await second.get("tokens", "k")).toBeUndefined();
    expect(await recordsIn(directory)).toHaveLength(1);
    await second.set("tokens", "k", tokens);
    expect((await second.get("tokens", "k"))?.value).toEqual(tokens);
  });

  test("cannot be swapped for one another", async () => {
    const directory = await temporaryDirectory();
    const store = encryptedFileStore({ directory, key: randomBytes(32) });
    await store.set("tokens", "mine", tokens);
    const mine = await only(directory);
    await store.set("tokens", "yours", { ...tokens, accessToken: "other" });
    const yours = join(
      directory,
      (await recordsIn(directory)).find((name) => !mine.endsWith(name)) ?? "none",
    );
    await writeFile(mine, await readFile(yours, "utf8"));
    expect(await store.get("tokens", "mine")).toBeUndefined();
  });

  test("that were altered count as absent", async () => {
    const directory = await temporaryDirectory();
    const store = encryptedFileStore({ directory, key: randomBytes(32) });
    await store.set("tokens", "k", tokens);
    const path = await only(directory);
    const text = await readFile(path, "utf8");
    const sealed = /"sealed":"([^"]+)"/.exec(text)?.[1] ?? "";
    const flipped = `${sealed.slice(0, -2)}${sealed.endsWith("A") ? "B" : "A"}${sealed.slice(-1)}`;
    await writeFile(path, text.replace(sealed, flipped));
    expect(await store.get("tokens", "k")).toBeUndefined();
  });

  test("are not mistaken for plain ones, nor plain ones for them", async () => {
    const directory = await temporaryDirectory();
    await fileStore({ directory }).set("tokens", "k", tokens);
    const sealed = encryptedFileStore({ directory, key: randomBytes(32) });
    expect(await sealed.get("tokens", "k")).toBeUndefined();
    await sealed.set("tokens", "k", tokens);
    expect(await fileStore({ directory }).get("tokens", "k")).toBeUndefined();
  });

  test("take a key of 32 bytes only, and ask for it again after it could not be had", async () => {
    const directory = await temporaryDirectory();
    const short = encryptedFileStore({ directory, key: randomBytes(16) });
    await expect(short.set("tokens", "k", tokens)).rejects.toThrow(
      "The key of an encrypted store must be 32 bytes",
    );
    let locked = true;
    const key = randomBytes(32);
    const keychain = encryptedFileStore({
      directory,
      key: () => {
        if (locked) throw new Error("the keychain is locked");
        return key;
      },
    });
    await expect(keychain.set("tokens", "k", tokens)).rejects.toThrow("locked");
    locked = false;
    expect(await keychain.set("tokens", "k", tokens)).toBe(true);
  });
});

describe("keys", () => {
  test("are made once, kept, and cannot be exported when read back", async () => {
    const directory = await temporaryDirectory();
    const store = fileStore({ directory });
    const pairs = await Promise.all([store.keyPair?.("n", "ES256"), store.keyPair?.("n", "ES256")]);
    const again = await fileStore({ directory }).keyPair?.("n", "ES256");
    const jwk = async (pair: unknown) =>
      crypto.subtle.exportKey("jwk", (pair as webcrypto.CryptoKeyPair).publicKey);
    expect(await jwk(pairs[0])).toEqual(await jwk(again));
    expect(await jwk(pairs[1])).toEqual(await jwk(again));
    expect(again?.privateKey.extractable).toBe(false);
    expect(await recordsIn(directory)).toHaveLength(1);
  });

  test("that are damaged are replaced", async () => {
    const directory = await temporaryDirectory();
    const store = fileStore({ directory });
    await store.set("key", "ES256 n", {
      schema: 1,
      algorithm: "ES256",
      privateKey: { kty: "EC" },
      publicKey: { kty: "EC" },
    });
    expect((await store.keyPair?.("n", "ES256"))?.privateKey.type).toBe("private");
  });
});

test.each([
  ["linux", { XDG_STATE_HOME: "/state" }, "/state/snodo/oauth"],
  ["linux", {}, "/home/ada/.local/state/snodo/oauth"],
  ["darwin", {}, "/home/ada/Library/Application Support/snodo/oauth"],
])("on %s files go where the system wants them", (system, variables, path) => {
  expect(defaultDirectory(system, variables, "/home/ada")).toBe(path);
});
