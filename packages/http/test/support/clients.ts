import { type Client, type ConnectOptions, connect } from "@snodo/client";
import type { Transport } from "@snodo/protocol";
import { onTestFinished } from "vitest";

/** Connects a client that is closed at the end of the test and prints nothing. */
export async function connected(transport: Transport, options: ConnectOptions = {}): Promise<Client> {
  const client = await connect(transport, { diagnostics: { report: () => undefined }, ...options });
  onTestFinished(() => client.close());
  return client;
}
