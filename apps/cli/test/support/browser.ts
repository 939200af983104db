import { once } from "node:events";
import { watch } from "node:fs";
import { chmod, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A program that stands in for the one that opens browsers. */
export interface Browser {
  /** Puts it in front of the PATH. */
  readonly env: Readonly<Record<string, string>>;
  /** Resolves with what it was to open, once it was. */
  opened(): Promise<string>;
  /** What it was to open until now. */
  now(): Promise<string>;
}

/** Makes one that writes down what it was to open. */
export async function browser(): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), "snodo-browser-"));
  const log = join(folder, "opened");
  await writeFile(log, "");
  for (const name of ["xdg-open", "open"]) {
    await writeFile(join(folder, name), `#!/bin/sh\nprintf '%s\\n' "$1" >> "${log}"\n`);
    await chmod(join(folder, name), 0o755);
  }
  return {
    env: { PATH: `${folder}:${process.env["PATH"] ?? ""}` },
    async opened(): Promise<string> {
      // It watches from here on; the iterator of `fs/promises` would begin after the first look, and miss what comes between.
      const watcher = watch(folder);
      try {
        for (;;) {
          const changed = once(watcher, "change");
          const text = await readFile(log, "utf8");
          if (text !== "") return text;
          await changed;
        }
      } finally {
        watcher.close();
      }
    },
    now: () => readFile(log, "utf8"),
  };
}
