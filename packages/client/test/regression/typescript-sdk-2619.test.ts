// Field report 103: the probe answered 2xx but empty, 204 or text/plain failed `connect`, while a 400 would not have.
import { testServer } from "@snodo/testing";
import { serveHttp } from "@snodo/testing/node";
import { expect, onTestFinished, test } from "vitest";
import { open } from "../support/clients.ts";
import { http } from "../support/siblings.ts";

test.each<[string, number, Record<string, string>, string]>([
  ["empty", 200, { "content-type": "application/json" }, ""],
  ["204", 204, {}, ""],
  ["202", 202, {}, ""],
  ["text", 200, { "content-type": "text/plain" }, "OK"],
  ["a page", 200, { "content-type": "text/html" }, "<html>welcome</html>"],
  ["JSON that is no message", 200, { "content-type": "application/json" }, '{"ok":true}'],
  ["405", 405, {}, ""],
  ["503", 503, {}, "warming up"],
])("%s counts as the initialize era", async (_name, status, headers, body) => {
  const host = await serveHttp(testServer({ revisions: ["2025-06-18"] }), {
    intercept: (request, response) => {
      if (request.headers["mcp-method"] !== "server/discover") return false;
      response.writeHead(status, headers).end(body);
      return true;
    },
  });
  onTestFinished(() => host.close());
  expect((await open(http(host.url))).client.session.protocolVersion).toBe("2025-06-18");
});
