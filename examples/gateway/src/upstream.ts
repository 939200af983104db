import { type Client, type CommandOptions, connect, type Target } from "snodo";

/** A server behind the gateway. */
export interface UpstreamOptions {
  /** As in the `mcpServers` of config files: a command, or a URL. */
  readonly target: Target;
  /** Milliseconds after which this server has had its time; a slow one must not slow the others. */
  readonly deadline: number;
}

/** A connection that is made when it is needed, and made again when it was lost. */
export class Upstream {
  readonly name: string;
  readonly #options: UpstreamOptions;
  readonly #cache: CommandOptions["cache"];
  #client: Promise<Client> | undefined;

  constructor(name: string, options: UpstreamOptions, cache: CommandOptions["cache"]) {
    this.name = name;
    this.#options = options;
    this.#cache = cache;
  }

  /** The connected client; rejects while the server cannot be reached, and tries again the next time. */
  client(): Promise<Client> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  async close(): Promise<void> {
    // One that could not be connected has nothing to close.
    const client = await this.#client?.catch(() => undefined);
    await client?.close();
  }

  async #connect(): Promise<Client> {
    const { target, deadline } = this.#options;
    const forget = (): void => {
      this.#client = undefined;
    };
    try {
      const client = await connect(target, {
        cache: this.#cache,
        // The default of every call over this connection; `signal` bounds connecting as a whole.
        timeout: deadline,
        signal: AbortSignal.timeout(deadline),
      });
      void client.closed.then(forget);
      return client;
    } catch (error) {
      forget();
      throw error;
    }
  }
}
