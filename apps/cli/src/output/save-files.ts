import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { messageOf } from "@snodo/protocol";
import { usageError } from "../exit/cli-error.ts";
import type { Output } from "./output.ts";

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
  ["image/gif", "gif"],
  ["image/webp", "webp"],
  ["image/svg+xml", "svg"],
  ["audio/wav", "wav"],
  ["audio/x-wav", "wav"],
  ["audio/mpeg", "mp3"],
  ["audio/ogg", "ogg"],
  ["audio/webm", "weba"],
  ["application/pdf", "pdf"],
  ["application/json", "json"],
  ["application/gzip", "gz"],
  ["application/zip", "zip"],
  ["text/plain", "txt"],
  ["text/html", "html"],
  ["text/csv", "csv"],
]);

/**
 * Saves what a terminal cannot show. Paths are made here: nothing a server says becomes part of one, and no file that is
 * there is replaced.
 */
export class FileSaver {
  readonly #folder: string | undefined;
  #ready: Promise<string> | undefined;
  #count = 0;
  readonly #paths: string[] = [];

  /**
   * @param folder - where to; by default a temporary folder that is made with the first file
   */
  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /**
   * Saves one file.
   *
   * @param kind - the first part of its name, such as `image`
   * @param mimeType - decides about its extension
   * @param data - base64
   * @returns its path, and its size in bytes
   * @throws CliError when it cannot be written
   */
  async save(
    kind: string,
    mimeType: string | undefined,
    data: string,
  ): Promise<{ path: string; bytes: number }> {
    const content = Buffer.from(data, "base64");
    const extension = EXTENSIONS.get(mimeType?.split(";", 1)[0]?.trim().toLowerCase() ?? "") ?? "bin";
    try {
      this.#ready ??= this.#prepare();
      const folder = await this.#ready;
      const path = await this.#write(content, (count) => join(folder, `${kind}-${count}.${extension}`));
      this.#paths.push(path);
      return { path, bytes: content.byteLength };
    } catch (error) {
      throw usageError(
        `The ${kind} cannot be saved: ${messageOf(error)}.`,
        "Choose another folder with --save.",
      );
    }
  }

  /** Says on stderr what was saved, where the result itself does not. */
  tell(output: Output): void {
    for (const path of this.#paths) output.note(output.sideStyle("dim", `saved ${path}`));
  }

  async #write(content: Uint8Array, pathOf: (count: number) => string): Promise<string> {
    for (;;) {
      this.#count += 1;
      const path = pathOf(this.#count);
      try {
        await writeFile(path, content, { flag: "wx" });
        return path;
      } catch (error) {
        const taken = error instanceof Error && "code" in error && error.code === "EEXIST";
        if (!taken) throw error;
      }
    }
  }

  async #prepare(): Promise<string> {
    if (this.#folder === undefined) return await mkdtemp(join(tmpdir(), "snodo-"));
    const folder = resolve(this.#folder);
    await mkdir(folder, { recursive: true });
    return folder;
  }
}

/**
 * Says how large something is.
 *
 * @param bytes - its size
 */
export function saySize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const [size, unit] = bytes < 1024 * 1024 ? [bytes / 1024, "KiB"] : [bytes / 1024 / 1024, "MiB"];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}
