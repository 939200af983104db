// When the channel for what belongs to no request is asked for (HTTP: the standalone GET). Field report 38.
import type { Routing } from "@snodo/protocol";
import { manualClock } from "@snodo/testing";
import { describe, expect, test } from "vitest";
import { failure, INITIALIZE_REVISIONS, open } from "../support/clients.ts";
import { rawServer, SILENT } from "../support/raw-server.ts";
import { answering } from "../support/rounds.ts";
import { watched } from "../support/watched.ts";

function channelled(server = rawServer({ methods: { "tools/call": () => SILENT } })) {
  const asked: Routing[] = [];
  const transport = {
    ...server.transport,
    open: async (context: Parameters<typeof server.transport.open>[0]) =>
      Object.assign(await server.transport.open(context), {
        openChannel: (routing: Routing) => void asked.push(routing),
      }),
  };
  return { server, transport, asked };
}

describe.each(INITIALIZE_REVISIONS)("%s", (protocol) => {
  test("with input handlers as soon as the handshake is over, else not", async () => {
    const { transport, asked } = channelled();
    await open(transport, { protocol });
    expect(asked).toEqual([]);
    await open(transport, { protocol, inputHandlers: answering().handlers });
    expect(asked).toEqual([{ revision: protocol }]);
  });

  test("for a subscription", async () => {
    const { transport, asked } = channelled();
    const { client } = await open(transport, { protocol });
    const subscription = await client.listen({ toolsListChanged: true });
    expect(asked).toEqual([{ revision: protocol }]);
    await subscription.close();
  });

  test("a call that is late says that it is open: some servers handle one request at a time", async () => {
    const clock = manualClock();
    const { transport, server } = channelled();
    const { client } = await open(transport, { protocol, clock, inputHandlers: answering().handlers });
    const failing = failure(client.callTool("slow", {}, { timeout: 50 }));
    await server.arrived("tools/call");
    await clock.advance(50);
    expect((await failing).message).toBe(
      'tools/call "slow" on raw-server timed out after 50 ms; the standalone stream is open; a server that handles one request at a time needs getStream: false',
    );
  });
});

test("never on 2026-07-28", async () => {
  const { transport, asked } = channelled(watched());
  const { client } = await open(transport, { protocol: "2026-07-28", inputHandlers: answering().handlers });
  await client.listen({ toolsListChanged: true });
  expect(asked).toEqual([]);
});
