import { existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type HttpServer, serveHttp } from "@snodo/testing/node";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mcpServer } from "../src/server.ts";
import { site } from "../src/site.ts";

const executablePath = [process.env["CHROMIUM"] ?? "", "/usr/bin/chromium", "/usr/bin/google-chrome"].find(
  (path) => path !== "" && existsSync(path),
);
if (executablePath === undefined) {
  console.warn("skipped: the page of the examples, since there is no Chromium (apt-get install chromium)");
}

/** Looked at by people; ignored by git. */
const screenshots = fileURLToPath(new URL("../../../.cache/examples/", import.meta.url));

describe.skipIf(executablePath === undefined)("in Chromium", () => {
  let browser: Browser;
  let pages: HttpServer;
  let server: HttpServer;
  let page: Page;

  beforeAll(async () => {
    mkdirSync(screenshots, { recursive: true });
    pages = await serveHttp(await site(), { path: "*" });
    server = await serveHttp(mcpServer(new URL(pages.url).origin));
    browser = await chromium.launch({ executablePath: executablePath ?? "", args: ["--no-sandbox"] });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await pages.close();
  });
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 800, height: 600 } });
    return () => page.close();
  });

  const open = (at: string): Promise<unknown> => page.goto(`${pages.url}?server=${encodeURIComponent(at)}`);

  test("lists the tools, calls one with arguments, and shows what it answered", async () => {
    await open(server.url);
    await page.getByText("kitchen, protocol 2026-07-28").waitFor();
    await page.getByRole("button", { name: "Convert cups" }).click();
    await page.getByLabel("Arguments, as JSON").fill('{"cups": 2}');
    await page.getByRole("button", { name: "Call" }).click();
    await page.getByText('"millilitres": 473').waitFor();
    await page.screenshot({ path: `${screenshots}page.png` });
  });

  test("shows progress", async () => {
    await open(server.url);
    await page.getByRole("button", { name: "Bake" }).click();
    await page.getByRole("button", { name: "Call" }).click();
    await page.getByText("the bread is done").waitFor();
    expect(
      await page.locator("#progress").evaluate((bar: HTMLProgressElement) => [bar.value, bar.max]),
    ).toEqual([4, 4]);
  });

  test("says what to do about a server that does not allow the page", async () => {
    await using closed = await serveHttp(mcpServer("https://elsewhere.example"));
    await open(closed.url);
    await page.getByText(/CORS/).waitFor();
    await page.screenshot({ path: `${screenshots}page-refused.png` });
  });
});
