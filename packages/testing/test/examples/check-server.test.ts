import { expect, test } from "vitest";
import { http } from "../../../http/dist/index.js";
import { checkServer, testServer } from "../../src/index.ts";
import { serveHttp } from "../../src/node/index.ts";

const myServer = testServer({ tools: { now: () => new Date().toISOString() } });

test("my server follows the specification", async () => {
  const { url, close } = await serveHttp(myServer, { origins: [] });
  const report = await checkServer(http(url), { http: { url }, tools: { now: {} } });
  expect(report.text()).toContain("0 violations, 0 warnings");
  await close();
});
