import { MessageChannel, type MessagePort } from "node:worker_threads";
import { pipeConnection, type Transport } from "@snodo/protocol";
import { test } from "vitest";
import { contractServer, runContract, servePipe, transportContract } from "../../src/index.ts";

/** A server behind message ports, such as one in a worker. */
function portTransport(dial: () => MessagePort): Transport {
  return {
    kind: "port",
    label: "the worker",
    async open(context) {
      context.signal?.throwIfAborted();
      const port = dial();
      const send = (message: unknown): void => port.postMessage(message);
      const connection = pipeConnection({ send, close: async () => port.close() }, context, "the worker");
      port.on("message", (message) => connection.receive(message));
      return connection;
    },
  };
}

// Accepted in a few lines: every case gets a server of its own.
runContract(
  test,
  transportContract,
  () => {
    const server = contractServer();
    const transport = portTransport(() => {
      const { port1, port2 } = new MessageChannel();
      const served = servePipe(server, (message) => port1.postMessage(message));
      port1.on("message", (message) => served.receive(message));
      return port2;
    });
    return { transport };
  },
  { without: ["sever", "limit"] },
);
