import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { serveHttp } from "@snodo/testing/node";
import { chromium } from "playwright-core";
import type { CaseResult } from "../run/run-cases.ts";
import { bundle } from "./bundle.ts";
import { cacheFolder } from "./install.ts";
import type { Missing, Runtime } from "./runtime.ts";

const places = [
  process.env["CHROMIUM"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const installed = () => places.find((place) => place !== "" && existsSync(place));

/** In continuous integration, as root on Debian, the browser may be installed. */
function install(): void {
  if (process.env["CI"] === undefined || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log("installing Chromium");
  const quiet = { stdio: "ignore" } as const;
  try {
    execFileSync("apt-get", ["update"], quiet);
    execFileSync("apt-get", ["install", "--yes", "--no-install-recommends", "chromium"], quiet);
  } catch (error) {
    console.log(`Chromium could not be installed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function runIn(executablePath: string, origin: string): Promise<readonly CaseResult[]> {
  const folder = join(cacheFolder, "chromium");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "page.js");
  await bundle("run-page.js", "browser", file);
  const script = readFileSync(file, "utf8");
  // A page of another origin than the servers, as pages are.
  await using site = await serveHttp(
    (request) =>
      new URL(request.url).pathname === "/page.js"
        ? new Response(script, { headers: { "content-type": "text/javascript" } })
        : new Response('<script type="module" src="/page.js"></script>', {
            headers: { "content-type": "text/html" },
          }),
    { path: "*" },
  );
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.goto(site.url);
    await page.waitForFunction(() => globalThis.runPortable !== undefined);
    return await page.evaluate(([at, run]) => globalThis.runPortable(at, run), [origin, "chromium"] as const);
  } finally {
    await browser.close();
  }
}

/** Chromium, where it is or can be installed. */
export function findChromium(): Runtime | Missing {
  if (installed() === undefined) install();
  const executable = installed();
  if (executable === undefined)
    return { name: "chromium", reason: "it is not installed; on Debian: apt-get install chromium" };
  return { name: "chromium", skips: "chromium", run: (origin) => runIn(executable, origin) };
}
