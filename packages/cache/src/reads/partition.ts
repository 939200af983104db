import type { CacheClient } from "@snodo/protocol";

/** Says where the private results of the next request belong: to its credentials and to the session. */
export class Partitions {
  readonly #client: CacheClient;
  readonly #namespace: string;
  #credentials: string | undefined;
  #session: string | undefined;
  #prefix = "";
  /** Those who wait for credentials. */
  readonly #waiting = new Set<(prefix: undefined) => void>();

  constructor(client: CacheClient, namespace: string) {
    this.#client = client;
    this.#namespace = namespace;
  }

  /**
   * The beginning of a private key; undefined where nothing private may be stored: for a transport that cannot tell
   * its credentials, while they cannot be had, and once the connection has ended.
   */
  current(): string | undefined | Promise<string | undefined> {
    const { scope } = this.#client;
    if (scope === undefined) return undefined;
    let credentials: string | Promise<string>;
    try {
      credentials = scope.credentials();
    } catch {
      // The request itself will meet the same failure, and report it.
      return undefined;
    }
    if (typeof credentials === "string") return this.#prefixFor(credentials);
    return this.#unlessEnded(
      credentials.then(
        (settled) => this.#prefixFor(settled),
        () => undefined,
      ),
    );
  }

  /** The connection has ended: nobody waits for credentials any more, which may take as long as a user does. */
  end(): void {
    for (const give of this.#waiting) give(undefined);
    this.#waiting.clear();
  }

  #unlessEnded(work: Promise<string | undefined>): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
      void work.then((prefix) => {
        this.#waiting.delete(resolve);
        resolve(prefix);
      });
    });
  }

  #prefixFor(credentials: string): string {
    const session = this.#client.sessionId();
    if (this.#prefix === "" || credentials !== this.#credentials || session !== this.#session) {
      this.#credentials = credentials;
      this.#session = session;
      this.#prefix = `${this.#namespace}${JSON.stringify([credentials, session ?? null])}|`;
    }
    return this.#prefix;
  }
}
