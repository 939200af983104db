// Field report 98: a server answers with another version than asked; clients refused it although they could speak it.
import { expect, test } from "vitest";
import { connect } from "../../src/index.ts";
import { failure, INITIALIZE_REVISIONS, open } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

const answering = (protocolVersion: string) =>
  rawServer({ methods: { initialize: () => ({ protocolVersion, capabilities: {} }) } });

test.each(INITIALIZE_REVISIONS)("any version of the own list is accepted: %s", async (revision) => {
  const { client } = await open(answering(revision).transport, { protocol: INITIALIZE_REVISIONS });
  expect(client.session.protocolVersion).toBe(revision);
});

test("else both are named, and the transport is closed", async () => {
  const server = answering("2024-10-07");
  const error = await failure(connect(server.transport, { protocol: ["2025-11-25", "2025-06-18"] }));
  expect(error.message).toContain("this client allows 2025-11-25, 2025-06-18, the server speaks 2024-10-07");
  expect(server.closed).toBe(1);
});
