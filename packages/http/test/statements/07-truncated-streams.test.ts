import { expect, test } from "vitest";
import { http } from "../../src/index.ts";
import { connected } from "../support/clients.ts";
import { failureOf } from "../support/dial.ts";
import { EXCHANGES } from "../support/exchanges.ts";
import { fixture, rawFixture, stream } from "../support/fixture.ts";

// Statement 7: a response that ends without the answer rejects at once, not at the timeout (which is off here).

const limits = { protocol: "2026-07-28", timeout: 0 } as const;

for (const { name, options } of EXCHANGES) {
  test(`an event stream that ends (${name})`, async () => {
    const server = await fixture((_seen, response) => stream(response).end(": bye\n\n"));
    const client = await connected(http(server.url, options), limits);
    expect((await failureOf(client.listTools())).reason).toEqual({ type: "stream_ended" });
  });

  test(`a chunked body that is cut (${name})`, async () => {
    const { url } = await rawFixture((socket) => {
      socket.write(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{"\r\n',
        () => socket.destroy(),
      );
    });
    const client = await connected(http(url, options), limits);
    expect((await failureOf(client.listTools())).reason).toMatchObject({ type: "connection_lost" });
  });

  test(`a chunked body that ends early (${name})`, async () => {
    const { url } = await rawFixture((socket) => {
      socket.end(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{"\r\n0\r\n\r\n',
      );
    });
    const client = await connected(http(url, options), limits);
    expect((await failureOf(client.listTools())).reason).toMatchObject({ type: "invalid_message" });
  });
}
