import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { until } from "../fixtures/time.ts";
import { failure } from "../fixtures/transport.ts";

// @req oauth.authorize-timeout
test.each([
  ["unless set otherwise", {}, 300_000],
  ["and what was set otherwise holds", { timeout: 20_000 }, 20_000],
])("a user has five minutes to authorize, %s", async (_what, options, limit) => {
  const { world, time, call } = setup(options);
  world.routes.set(`GET ${world.issuer}/authorize`, () => new Promise(() => undefined));
  let settled = false;
  const pending = failure(call()).finally(() => {
    settled = true;
  });
  await until(() => world.visits.length === 1);
  time.advance(limit - 1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(settled).toBe(false);
  time.advance(1);
  expect(await pending).toMatchObject({
    message: `Cannot sign in to ${world.server}: nobody came back in time. Start again.`,
    reason: { type: "authorization", problem: "callback", error: "timeout" },
  });
});
