import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type Gate, openGate, passGate } from "../src/gate.ts";

let gate: Gate | undefined;
afterEach(() => gate?.close());

async function arrive(port: number) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let inside = false;
  const admitted = once(socket, "data").then(() => {
    inside = true;
  });
  return { socket, admitted, isInside: () => inside };
}

test("one more is let in when one has gone, not before", async () => {
  gate = await openGate(1);
  const first = await arrive(gate.port);
  await first.admitted;
  const second = await arrive(gate.port);
  expect(second.isInside()).toBe(false);
  first.socket.destroy();
  await second.admitted;
  second.socket.destroy();
});

test("who went away while waiting takes no place", async () => {
  gate = await openGate(1);
  const first = await arrive(gate.port);
  await first.admitted;
  const gone = await arrive(gate.port);
  gone.socket.destroy();
  await once(gone.socket, "close");
  const third = await arrive(gate.port);
  first.socket.destroy();
  await third.admitted;
  third.socket.destroy();
});

test("without a gate nobody waits", async () => {
  await expect(passGate(undefined)).resolves.toBeUndefined();
});
