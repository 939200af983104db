import type { Client, Closed } from "@snodo/client";

type Callback = (closed: Closed) => void;

interface Watch {
  readonly callbacks: Set<Callback>;
  closed?: Closed;
}

/** One callback on `closed` a client, whatever the number of waits: reactions of a promise cannot be taken back. */
const watches = new WeakMap<Client, Watch>();

/**
 * Calls back when the connection of a client ends, or at once when it has ended.
 *
 * @returns forgets the callback
 */
export function onClientEnd(client: Client, callback: Callback): () => void {
  const { callbacks, closed } = watchOf(client);
  if (closed === undefined) callbacks.add(callback);
  else callback(closed);
  return () => void callbacks.delete(callback);
}

function watchOf(client: Client): Watch {
  const known = watches.get(client);
  if (known !== undefined) return known;
  const watch: Watch = { callbacks: new Set() };
  watches.set(client, watch);
  void client.closed.then((closed) => {
    watch.closed = closed;
    for (const callback of watch.callbacks) callback(closed);
    watch.callbacks.clear();
  });
  return watch;
}
