/** What a case is given. */
export interface CaseContext {
  /** Where the fixture listens, without a slash at the end. */
  readonly origin: string;
  /**
   * The URL of a server that no other case uses.
   *
   * @param kind - one of the fixture's kinds
   */
  server(kind: string): string;
  /** The requests that a server of {@link server} got so far. */
  requests(url: string): Promise<readonly SeenRequest[]>;
}

/** A request as the fixture saw it. */
export interface SeenRequest {
  readonly method: string;
  /** The method of the message in it. */
  readonly rpc?: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One thing that has to be true on every runtime. */
export interface PortableCase {
  readonly name: string;
  run(context: CaseContext): Promise<void>;
}
