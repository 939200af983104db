import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { oauthStoreContract, runContract } from "@snodo/testing";
import { describe, test } from "vitest";
import { sessionStore, type TextStorage } from "../../src/browser.ts";
import { memoryStore, type OAuthStore } from "../../src/index.ts";
import { encryptedFileStore, fileStore } from "../../src/node/index.ts";

const inDirectory = (open: (directory: string) => OAuthStore) => async () => {
  const directory = await mkdtemp(join(tmpdir(), "oauth-test-"));
  return {
    store: open(directory),
    other: open(directory),
    dispose: () => rm(directory, { recursive: true, force: true }),
  };
};

function textStorage(): TextStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      items.set(key, value);
    },
    removeItem: (key) => {
      items.delete(key);
    },
  };
}

describe("memoryStore", () => {
  runContract(test, oauthStoreContract, () => ({ store: memoryStore() }), { without: ["shared"] });
});

describe("sessionStore", () => {
  runContract(test, oauthStoreContract, () => ({ store: sessionStore({ storage: textStorage() }) }), {
    without: ["shared"],
  });
});

describe("fileStore", () => {
  runContract(
    test,
    oauthStoreContract,
    inDirectory((directory) => fileStore({ directory })),
  );
});

describe("encryptedFileStore", () => {
  const key = randomBytes(32);
  runContract(
    test,
    oauthStoreContract,
    inDirectory((directory) => encryptedFileStore({ directory, key })),
  );
});
