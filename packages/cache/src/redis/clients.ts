type Listener = (...args: unknown[]) => void;

/** What is used of a client of the `redis` package (node-redis 5 and later), a cluster's included. */
export interface NodeRedisClient {
  eval(script: string, options: { readonly keys: string[]; readonly arguments: string[] }): Promise<unknown>;
  duplicate(): NodeRedisSubscriber;
}

/** What is used of the second connection, which listens. */
export interface NodeRedisSubscriber {
  connect(): Promise<unknown>;
  subscribe(channel: string, listener: (message: string) => unknown): Promise<unknown>;
  on(event: string, listener: Listener): unknown;
  destroy(): unknown;
}

/** What is used of a client of the `ioredis` package, a cluster's included. */
export interface IoRedisClient {
  call(command: string, ...args: string[]): Promise<unknown>;
  eval(script: string, keys: number, ...args: string[]): Promise<unknown>;
  duplicate(): IoRedisSubscriber;
}

/** What is used of the second connection, which listens. */
export interface IoRedisSubscriber {
  readonly status?: string;
  subscribe(channel: string): Promise<unknown>;
  on(event: string, listener: Listener): unknown;
  disconnect(): unknown;
}

/** A Redis client the application made. */
export type RedisClient = NodeRedisClient | IoRedisClient;

/** What a subscription tells. */
interface ChannelEvents {
  message(text: string): void;
  /** Messages arrive now, or do not. */
  live(yes: boolean): void;
  error(error: unknown): void;
}

/** Either client, seen in one way. */
export interface RedisPort {
  run(script: string, keys: string[], args: string[]): Promise<unknown>;
  /** Listens on a connection of its own; the result ends it. */
  listen(channel: string, events: ChannelEvents): () => void;
}

/**
 * Sees a client of either package in one way.
 *
 * @param client - of `redis` or `ioredis`
 * @throws TypeError for anything else
 */
export function redisPort(client: RedisClient): RedisPort {
  if (typeof client?.eval !== "function" || typeof client.duplicate !== "function") {
    throw new TypeError("redisStore needs a client of the redis or the ioredis package");
  }
  return "call" in client && typeof client.call === "function"
    ? ioRedisPort(client)
    : nodeRedisPort(client as NodeRedisClient);
}

function nodeRedisPort(client: NodeRedisClient): RedisPort {
  return {
    run: (script, keys, args) => client.eval(script, { keys, arguments: args }),
    listen(channel, events) {
      const subscriber = client.duplicate();
      let subscribed = false;
      // Without a listener an `error` event would end the process.
      subscriber.on("error", (error: unknown) => {
        events.live(false);
        events.error(error);
      });
      subscriber.on("reconnecting", () => events.live(false));
      subscriber.on("end", () => events.live(false));
      // The package subscribes again before it says that it is ready.
      subscriber.on("ready", () => {
        if (subscribed) events.live(true);
      });
      const open = async (): Promise<void> => {
        await subscriber.connect();
        await subscriber.subscribe(channel, (message) => events.message(message));
        subscribed = true;
        events.live(true);
      };
      open().catch((error: unknown) => events.error(error));
      return () => void subscriber.destroy();
    },
  };
}

function ioRedisPort(client: IoRedisClient): RedisPort {
  return {
    run: (script, keys, args) => client.eval(script, keys.length, ...keys, ...args),
    listen(channel, events) {
      const subscriber = client.duplicate();
      subscriber.on("error", (error: unknown) => {
        events.live(false);
        events.error(error);
      });
      subscriber.on("close", () => events.live(false));
      // Asked again at each start, since only its answer says that messages arrive.
      const subscribe = (): void => {
        subscriber.subscribe(channel).then(
          () => events.live(true),
          (error: unknown) => events.error(error),
        );
      };
      subscriber.on("ready", subscribe);
      // Made with `lazyConnect`: the first command opens it.
      if (subscriber.status === "wait") subscribe();
      subscriber.on("message", (from: unknown, message: unknown) => {
        if (from === channel && typeof message === "string") events.message(message);
      });
      return () => void subscriber.disconnect();
    },
  };
}
