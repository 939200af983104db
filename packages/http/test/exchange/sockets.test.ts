import { EventEmitter } from "node:events";
import type { Client } from "undici";
import { describe, expect, test } from "vitest";
import { type Seat, Sockets, type SocketUser } from "../../src/exchange/sockets.ts";

/** A client that does what the test says. */
class FakeClient extends EventEmitter {
  readonly sent: string[] = [];
  state = "open";

  dispatch({ path }: { readonly path: string }): boolean {
    this.sent.push(path);
    return true;
  }

  async close(): Promise<void> {
    this.state = "closed";
  }

  async destroy(): Promise<void> {
    this.state = "destroyed";
  }
}

function set(connections = 3) {
  const clients: FakeClient[] = [];
  const errors: string[] = [];
  const sockets = new Sockets({
    connections,
    make: () => {
      const client = new FakeClient();
      clients.push(client);
      return client as unknown as Client;
    },
    destroyed: () => new Error("destroyed"),
  });
  const ask = (path: string) => {
    const user = {
      over: false,
      seat: undefined as Seat | undefined,
      onResponseError: (_controller: unknown, error: Error) => errors.push(`${path}: ${error.message}`),
    };
    sockets.dispatch({ path, method: "POST" }, user as unknown as SocketUser);
    return { user, release: (reusable: boolean) => leave(user, reusable) };
  };
  const leave = (user: { seat: Seat | undefined }, reusable: boolean) => {
    const { seat } = user;
    user.seat = undefined;
    seat?.leave(reusable);
  };
  const sent = () => clients.map((client) => client.sent);
  return { clients, errors, sockets, ask, sent };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("a request", () => {
  test("after another takes the socket of the other, the last used first", () => {
    const { ask, sent } = set();
    const [a, b] = [ask("a"), ask("b")];
    a.release(true);
    b.release(true);
    ask("c");
    ask("d");
    ask("e");
    expect(sent()).toEqual([["a", "d"], ["b", "c"], ["e"]]);
  });

  test("that finds no socket waits for one, in order; one that was given up is passed over", async () => {
    const { ask, sent } = set(2);
    const [a, b] = [ask("a"), ask("b")];
    const [c] = [ask("c"), ask("d"), ask("e")];
    c.user.over = true;
    a.release(true);
    await settled();
    expect(sent()).toEqual([["a", "d"], ["b"]]);
    b.release(true);
    await settled();
    expect(sent()).toEqual([
      ["a", "d"],
      ["b", "e"],
    ]);
  });

  test("does not overtake one that waits, in the moment a socket is free", async () => {
    const { ask, sent } = set(1);
    const a = ask("a");
    const b = ask("b");
    a.release(true);
    ask("c");
    await settled();
    b.release(true);
    await settled();
    expect(sent()).toEqual([["a", "b", "c"]]);
  });

  test("that failed takes its socket with it, and makes room for another", async () => {
    const { ask, sent, clients } = set(1);
    const a = ask("a");
    ask("b");
    a.release(false);
    await settled();
    expect(sent()).toEqual([["a"], ["b"]]);
    expect(clients.map(({ state }) => state)).toEqual(["destroyed", "open"]);
  });
});

describe("a socket that is closed", () => {
  test("while it is idle is forgotten", async () => {
    const { ask, clients, sent } = set(1);
    ask("a").release(true);
    clients[0]?.emit("disconnect");
    await settled();
    expect(clients[0]?.state).toBe("destroyed");
    ask("b");
    expect(sent()).toEqual([["a"], ["b"]]);
  });

  test("while it is in use is left to its request", async () => {
    const { ask, clients } = set(1);
    ask("a");
    clients[0]?.emit("disconnect");
    await settled();
    expect(clients[0]?.state).toBe("open");
  });
});

describe("closing", () => {
  test("waits for what waits", async () => {
    const { ask, sockets, clients, sent } = set(1);
    const a = ask("a");
    const b = ask("b");
    let closed = false;
    const closing = sockets.close().then(() => {
      closed = true;
    });
    await settled();
    expect(closed).toBe(false);
    a.release(true);
    await settled();
    b.release(true);
    await closing;
    expect(sent()).toEqual([["a", "b"]]);
    expect(clients[0]?.state).toBe("closed");
  });

  test("by force fails what waits, also when it was closed gently before", async () => {
    const { ask, sockets, clients, errors } = set(1);
    ask("a");
    ask("b");
    const closing = sockets.close();
    await sockets.destroy();
    await closing;
    expect(errors).toEqual(["b: destroyed"]);
    expect(clients[0]?.state).not.toBe("open");
  });
});
