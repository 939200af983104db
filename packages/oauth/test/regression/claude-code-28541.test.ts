// anthropics/claude-code#28541, nicobailon/pi-mcp-adapter#223, mistralai/mistral-vibe#872: a keychain cuts off what is longer than some KB.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { encryptedFileStore } from "../../src/node/index.ts";
import { temporaryDirectory } from "../fixtures/temporary.ts";

test("the keychain needs to hold 32 bytes; a record of any length is in a file", async () => {
  const key = randomBytes(32);
  const store = encryptedFileStore({ directory: await temporaryDirectory(), key: () => key });
  const value = {
    schema: 1,
    issuer: "i",
    clientId: "c",
    audience: "a",
    accessToken: "x".repeat(100_000),
    scheme: "Bearer",
    issuedAt: 1,
  };
  await store.set("tokens", "k", value);
  expect((await store.get("tokens", "k"))?.value).toEqual(value);
});
