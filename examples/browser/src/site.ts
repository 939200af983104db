import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/**
 * Bundles the page and makes a handler that serves it.
 *
 * @returns a web-standard handler
 */
export async function site(): Promise<(request: Request) => Response> {
  const { outputFiles } = await build({
    entryPoints: [file("page.ts")],
    bundle: true,
    minify: true,
    format: "esm",
    // Takes the `browser` condition of packages: stdio is left out, and HTTP uses the page's own `fetch`.
    platform: "browser",
    target: "es2022",
    write: false,
  });
  const script = outputFiles[0]?.text ?? "";
  const page = readFileSync(file("page.html"), "utf8");
  return (request) => {
    switch (new URL(request.url).pathname) {
      case "/":
        return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
      case "/page.js":
        return new Response(script, { headers: { "content-type": "text/javascript" } });
      default:
        return new Response("not found", { status: 404 });
    }
  };
}
