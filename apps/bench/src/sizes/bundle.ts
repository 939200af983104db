import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { ContestantName } from "../contestants/contestant.ts";

/** What a page imports to call a server over HTTP. */
const entries: Readonly<Record<ContestantName, string | undefined>> = {
  floor: undefined,
  snodo: 'export { connect } from "@snodo/client"; export { http } from "@snodo/http";',
  official: 'export { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";',
  "sdk-v1":
    'export { Client } from "@modelcontextprotocol/sdk/client/index.js";' +
    'export { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";',
  "ai-sdk": 'export { createMCPClient } from "@ai-sdk/mcp";',
};

/** Bytes of one minified module for a browser, as it is and compressed; undefined for what has no bundle. */
export async function bundleBytes(
  name: ContestantName,
): Promise<{ minified: number; gzip: number } | undefined> {
  const contents = entries[name];
  if (contents === undefined) return undefined;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL("../..", import.meta.url)) },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    logLevel: "error",
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`esbuild made nothing of ${name}`);
  return { minified: file.contents.length, gzip: gzipSync(file.contents).length };
}
