// @req custom.any-object
import { contractServer, runContract, type TransportSubject, transportContract } from "@snodo/testing";
import { describe, test } from "vitest";
import { directTransport } from "../../src/direct/direct-transport.ts";
import { serveMessagePort, serveWebSocket } from "./serve.ts";

const direct = (): TransportSubject => ({ transport: directTransport(contractServer(), undefined) });

describe("a WebSocket transport", () => {
  runContract(test, transportContract, () => serveWebSocket(contractServer()), { without: ["limit"] });
});

describe("a MessagePort transport", () => {
  runContract(test, transportContract, () => serveMessagePort(contractServer()), { without: ["limit"] });
});

describe("the transport of `direct`", () => {
  runContract(test, transportContract, () => direct(), {
    without: ["limit", "sever"],
  });
});
