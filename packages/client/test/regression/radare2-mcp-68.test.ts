// Field report 78: a server answers every request with id 0.
import { manualClock } from "@snodo/testing";
import { expect, test } from "vitest";
import { connect } from "../../src/index.ts";
import { failure, recorder } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

test("no request has that id, so nothing works by luck: the handshake is bounded and each answer is reported", async () => {
  const clock = manualClock();
  const { options, codes } = recorder();
  const server = rawServer({
    intercept: (message, self) => {
      if ("id" in message) self.reply(0, { protocolVersion: "2025-06-18", capabilities: {} });
      return true;
    },
  });
  const failing = failure(
    connect(server.transport, { ...options, clock, protocol: "2025-06-18", timeout: 1000 }),
  );
  const { id } = await server.arrived("initialize");
  expect(id).toBe(1);
  await clock.advance(1000);
  expect((await failing).reason).toEqual({ type: "timeout", timeoutMs: 1000 });
  expect(codes()).toEqual(["unexpected_answer"]);
});
