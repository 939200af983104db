import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { Runtime, Transport } from "@snodo/protocol";
import { servePipe } from "@snodo/testing";
import { WebSocketServer } from "ws";
import { messagePort, type PortLike } from "./message-port.ts";
import { webSocket } from "./websocket.ts";

/** A transport to a runtime behind it, and how to break and end it. */
export interface Served {
  readonly transport: Transport;
  sever(): void;
  dispose(): Promise<void>;
}

/** Serves a runtime over WebSockets on a free port of the loopback interface. */
export async function serveWebSocket(
  runtime: Runtime,
  headers?: Readonly<Record<string, string>>,
): Promise<Served> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await new Promise((resolve) => server.once("listening", resolve));
  server.on("connection", (socket) => {
    const pipe = servePipe(runtime, (message) => socket.send(JSON.stringify(message)));
    socket.on("message", (data) => pipe.receive(JSON.parse(String(data))));
    socket.on("close", () => pipe.end());
  });
  const { port } = server.address() as { readonly port: number };
  return {
    transport: webSocket(`ws://127.0.0.1:${port}/mcp?key=secret`, headers),
    sever: () => {
      for (const socket of server.clients) socket.terminate();
    },
    dispose: () =>
      new Promise((resolve) => {
        for (const socket of server.clients) socket.terminate();
        server.close(() => resolve());
      }),
  };
}

/** Serves a runtime over a `MessageChannel`, as a worker would. */
export function serveMessagePort(runtime: Runtime): Served {
  const ports = new Set<MessagePort>();
  const close = (): void => {
    for (const port of ports) port.close();
    ports.clear();
  };
  const connect = (): PortLike => {
    const { port1, port2 } = new MessageChannel();
    const pipe = servePipe(runtime, (message) => port2.postMessage(message));
    port2.on("message", (message) => pipe.receive(message));
    port2.on("close", () => {
      ports.delete(port2);
      pipe.end();
    });
    ports.add(port2);
    return port1 as unknown as PortLike;
  };
  return { transport: messagePort(connect, "the worker"), sever: close, dispose: async () => close() };
}
