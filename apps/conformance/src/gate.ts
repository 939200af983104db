import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

/** Names the port of the gate, in the environment of the clients. */
export const GATE = "SNODO_CONFORMANCE_GATE";

/** Lets a few clients work at once: the referee starts all of them together. */
export interface Gate {
  readonly port: number;
  close(): void;
}

/**
 * Opens a gate.
 *
 * @param width - how many clients may be inside; one is until its process ends
 */
export async function openGate(width: number): Promise<Gate> {
  const waiting: Socket[] = [];
  let inside = 0;
  const admit = () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (next.destroyed) continue;
      inside += 1;
      next.on("close", () => {
        inside -= 1;
        admit();
      });
      next.write("go");
      if (inside >= width) return;
    }
  };
  const server = createServer((socket) => {
    // A client that was killed: its place becomes free all the same.
    socket.on("error", () => undefined).resume();
    waiting.push(socket);
    if (inside < width) admit();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** Waits in front of the gate, if there is one. The socket stays open as long as this process lives. */
export async function passGate(port: string | undefined): Promise<void> {
  if (port === undefined) return;
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "data");
  socket.unref();
}
