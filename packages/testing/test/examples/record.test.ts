import { expect, test } from "vitest";
import { connect } from "../../../client/dist/index.js";
import {
  memoryTransport,
  type Recording,
  recordTransport,
  replayTransport,
  testServer,
} from "../../src/index.ts";

const server = testServer({ tools: { roll: () => String(Math.random()) } });

test("a failure in the field can be had again", async () => {
  const recorded = recordTransport(memoryTransport(server), { secrets: ["my-api-key"] });
  const live = await connect(recorded);
  const result = await live.callTool("roll", {});
  await live.close();

  // The recording is plain JSON: attach it to a bug report. `recorded.text()` is the same for people.
  const stored = JSON.stringify(recorded.recording());

  const replayed = await connect(replayTransport(JSON.parse(stored) as Recording));
  expect(await replayed.callTool("roll", {})).toEqual(result);
  await replayed.close();
});
