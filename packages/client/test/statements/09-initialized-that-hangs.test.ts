// Statement 9: `connect` rejects in time when the POST of `notifications/initialized` hangs.
import { testServer } from "@snodo/testing";
import { serveHttp } from "@snodo/testing/node";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "../../src/index.ts";
import { failure, INITIALIZE_REVISIONS, recorder } from "../support/clients.ts";
import { http } from "../support/siblings.ts";

test.each(INITIALIZE_REVISIONS)("%s", async (protocol) => {
  const server = testServer();
  let posts = 0;
  const host = await serveHttp(server, {
    intercept: ({ method }) => {
      if (method !== "POST") return false;
      posts += 1;
      // The second one is the notification: it is never answered.
      return posts === 2;
    },
  });
  onTestFinished(() => host.close());
  const error = await failure(connect(http(host.url), { ...recorder().options, protocol, timeout: 150 }));
  expect(error).toMatchObject({
    kind: "transport",
    code: -32_001,
    reason: { type: "timeout", timeoutMs: 150 },
  });
  expect(error.message).toContain("notifications/initialized on http://127.0.0.1:");
});
