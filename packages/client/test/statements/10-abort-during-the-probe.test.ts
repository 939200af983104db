// Statement 10: `connect` rejects at once on an abort during the probe, and the probe's request is aborted.
import { serveHttp } from "@snodo/testing/node";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "../../src/index.ts";
import { gate, recorder, thrown } from "../support/clients.ts";
import { http } from "../support/siblings.ts";

test("the server sees the request go away", async () => {
  const arrived = gate();
  const gone = gate();
  const host = await serveHttp(() => new Response(), {
    intercept: (_request, response) => {
      response.once("close", () => gone.open());
      arrived.open();
      return true;
    },
  });
  onTestFinished(() => host.close());
  const controller = new AbortController();
  const failing = thrown(connect(http(host.url), { ...recorder().options, signal: controller.signal }));
  await arrived.opened;
  const reason = new Error("user closed the window");
  controller.abort(reason);
  expect(await failing).toBe(reason);
  await gone.opened;
  expect(host.requests).toBe(1);
});
