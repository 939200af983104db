// The transport contract, over everything this package makes a transport of.
import {
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import {
  contractServer,
  fetchHandler,
  memoryTransport,
  runContract,
  servePipe,
  transportContract,
} from "@snodo/testing";
import { describe, test } from "vitest";
import {
  fromFetchHandler,
  fromSdkServer,
  fromSdkTransport,
  type SdkTransport,
  toSdkTransport,
} from "../src/index.ts";

/** A server with the shape of the SDK's, so that the contract's own server can stand behind it. */
function shapedServer() {
  const runtime = contractServer();
  let end: SdkTransport | undefined;
  return {
    async connect(transport: SdkTransport): Promise<void> {
      end = transport;
      const served = servePipe(runtime, (message) => void transport.send(message as never));
      transport.onmessage = (message: unknown) => served.receive(message);
      transport.onclose = () => served.end();
      await transport.start();
    },
    async close(): Promise<void> {
      await end?.close();
    },
  };
}

/** Serves the contract's server on one end of a pair and gives the other. */
async function linkedPair(): Promise<{ readonly near: InMemoryTransport; readonly far: InMemoryTransport }> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await shapedServer().connect(far as unknown as SdkTransport);
  return { near, far };
}

describe("fromSdkServer", () => {
  runContract(
    test,
    transportContract,
    () => {
      const servers: ReturnType<typeof shapedServer>[] = [];
      const transport = fromSdkServer(() => {
        const server = shapedServer();
        servers.push(server);
        return server;
      });
      return { transport, sever: async () => await servers.at(-1)?.close() };
    },
    { without: ["limit"] },
  );
});

describe("fromSdkTransport over the SDK's pair", () => {
  runContract(
    test,
    transportContract,
    () => {
      let far: InMemoryTransport | undefined;
      const transport = fromSdkTransport(async () => {
        const pair = await linkedPair();
        far = pair.far;
        return pair.near;
      });
      return { transport, sever: async () => await far?.close() };
    },
    { without: ["limit"] },
  );
});

describe("fromSdkTransport over toSdkTransport", () => {
  runContract(
    test,
    transportContract,
    () => {
      const inner = memoryTransport(contractServer());
      return { transport: fromSdkTransport(() => toSdkTransport(inner)), sever: () => inner.sever() };
    },
    { without: ["limit"] },
  );
});

describe("fromSdkTransport over the SDK's Streamable HTTP", () => {
  runContract(
    test,
    transportContract,
    () => {
      const handler = fetchHandler(contractServer());
      const options: StreamableHTTPClientTransportOptions = {
        fetch: async (url, init) => await handler(new Request(url, init as RequestInit)),
      };
      const url = new URL("http://localhost/mcp");
      const transport = fromSdkTransport(() => new StreamableHTTPClientTransport(url, options));
      return { transport, dispose: () => undefined };
    },
    { without: ["limit", "sever"] },
  );
});

describe("fromFetchHandler", () => {
  runContract(
    test,
    transportContract,
    () => ({ transport: fromFetchHandler(fetchHandler(contractServer())), dispose: () => undefined }),
    { without: ["limit", "sever"] },
  );
});
