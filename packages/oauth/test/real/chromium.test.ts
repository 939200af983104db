import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { authorizationCode } from "../../src/index.ts";
import { loopbackFlow } from "../../src/node/index.ts";
import { type BrowserApp, browserApp } from "../fixtures/browser-app.ts";
import { type RealServers, realServers } from "../fixtures/oidc.ts";
import { call } from "../fixtures/transport.ts";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => existsSync(path),
);
if (executablePath === undefined) {
  console.warn(
    "skipped: the Chromium tests of @snodo/oauth, since there is no Chromium (apt-get install chromium)",
  );
}

describe.skipIf(executablePath === undefined)("in Chromium", () => {
  let browser: Browser;
  let app: BrowserApp;
  let real: RealServers | undefined;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? "", args: ["--no-sandbox"] });
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    for (const method of ["info", "warn"] as const) vi.spyOn(console, method).mockReturnValue();
    app = await browserApp();
  });
  afterEach(async () => {
    await app.close();
    await real?.close();
    vi.restoreAllMocks();
  });

  test("the loopback flow ends on a page without the code in its address", async () => {
    real = await realServers();
    const page = await browser.newPage();
    const flow = loopbackFlow({ open: (url: string) => page.goto(url), onUrl: () => undefined });
    expect((await call(authorizationCode({ flow }), fetch, real.server)).status).toBe(200);
    await page.getByText("Signed in").waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/done");
    expect(real.taken[0]?.claims["sub"]).toBe("ada");
    await page.close();
  });

  test("the popup flow signs in, with a bound token and a refusal the page cannot read", async () => {
    real = await realServers({ dpop: true, redirectUri: app.redirectUri });
    await app.serve(real.server, "popup");
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(app.url);
    await page.getByRole("button").click();
    await page.waitForFunction('document.title !== "ready"');
    expect(JSON.parse(await page.title())).toEqual({ status: 200, scheme: "DPoP", seen: null });
    await expect.poll(() => context.pages().length, { timeout: 10_000 }).toBe(1);
    await context.close();
  });

  test("the redirect flow finishes on the page the user comes back to, and keeps no token in the page's storage", async () => {
    real = await realServers({ dpop: true, redirectUri: app.redirectUri });
    await app.serve(real.server, "redirect");
    const page = await browser.newPage();
    await page.goto(app.url);
    await page.getByRole("button").click();
    await page.waitForURL(`${app.redirectUri}**`);
    await page.waitForFunction('document.title !== "ready"');
    expect(JSON.parse(await page.title())).toMatchObject({
      status: 200,
      scheme: "DPoP",
      finished: true,
      address: app.redirectUri,
      tokens: false,
    });
    await page.close();
  });
});
