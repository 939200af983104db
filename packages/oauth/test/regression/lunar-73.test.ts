// TheLunarCompany/lunar#73, 1mcp-app/agent#517: token files are readable by all, and nobody checks.
import { chmod, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileStore } from "../../src/node/index.ts";
import { temporaryDirectory } from "../fixtures/temporary.ts";

test("files are for their owner only whatever the umask, and others are refused", async () => {
  const before = process.umask(0);
  try {
    const directory = join(await temporaryDirectory(), "deep", "er");
    const store = fileStore({ directory });
    await store.set("registration", "k", {
      schema: 1,
      issuer: "i",
      clientId: "c",
      redirectUris: [],
      registeredAt: 1,
    });
    const [name = ""] = await readdir(directory);
    expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
    await chmod(join(directory, name), 0o644);
    await expect(store.get("registration", "k")).rejects.toThrow("others can read it");
  } finally {
    process.umask(before);
  }
});
