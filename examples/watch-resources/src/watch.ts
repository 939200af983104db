import type { Client, ReadResourceResult } from "snodo";

/**
 * Reads a resource now and after every change, for as long as the server tells about changes.
 *
 * @param client - a connected client, of either era: `listen` is one verb for both
 * @param uri - the resource
 * @param changed - gets what it holds, at least once after the last change
 * @param signal - ends the watching; it then rejects with the signal's reason
 */
export async function watch(
  client: Client,
  uri: string,
  changed: (result: ReadResourceResult) => void,
  signal: AbortSignal,
): Promise<void> {
  // One slot is enough: however many changes come while one is read, one more read shows the last of them.
  const subscription = await client.listen(
    { resourceSubscriptions: [uri] },
    { signal, resubscribe: true, maxBuffer: 1 },
  );
  // The server says what it agreed to, which may be less.
  if (subscription.accepted.resourceSubscriptions?.includes(uri) !== true) {
    await subscription.close();
    throw new Error(`the server does not tell about changes of ${uri}`);
  }
  // `refresh`: with a cache, this is no moment for what it holds.
  const read = async (): Promise<void> => changed(await client.readResource(uri, { signal, refresh: true }));
  // Subscribed first, read second: what changes in between is an event, not a gap.
  await read();
  for await (const event of subscription) {
    switch (event.type) {
      case "notification":
      // A lost stream is open again: nobody told what changed meanwhile.
      case "resubscribed":
        await read();
        break;
      case "dropped":
        // The next event comes right after it.
        break;
      case "closed":
        signal.throwIfAborted();
        throw new Error(`the server no longer tells about ${uri}`, {
          cause: event.reason.type === "failed" ? event.reason.error : undefined,
        });
    }
  }
  signal.throwIfAborted();
}
