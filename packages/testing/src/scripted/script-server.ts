import {
  eraOf,
  isObject,
  type JsonObject,
  type JsonRpcResponse,
  own,
  REVISIONS,
  type RequestId,
  type Revision,
} from "@snodo/protocol";
import { Inbox } from "./inbox.ts";
import { difference, ScriptFailure } from "./match.ts";

/** A message of the client, and how to answer it. */
export interface Incoming {
  /** The message as it arrived. */
  readonly message: JsonObject;
  readonly method: string;
  readonly params: JsonObject;
  readonly id: RequestId;
  /** Answers with a result. */
  result(value: unknown): void;
  /** Answers with an error. */
  error(code: number, message: string, data?: unknown): void;
  /** Sends a notification about the request; progress gets its token. */
  notify(method: string, params?: JsonObject): void;
}

/** The server's side of a script. */
export interface ScriptServer {
  /**
   * Takes the client's next message.
   *
   * @param method - what it must be
   * @param params - what its params must hold; other members do not matter
   * @throws ScriptFailure when it is something else, or when the client is gone
   */
  expect(method: string, params?: JsonObject): Promise<Incoming>;
  /** Takes the client's next message, whatever it is. */
  next(): Promise<Incoming>;
  /**
   * Answers the opening of a client until a revision is settled: the probe and the handshake, if any.
   *
   * @param revision - what to settle on; defaults to 2026-07-28
   * @param capabilities - defaults to tools, resources and prompts
   */
  greet(revision?: Revision, capabilities?: JsonObject): Promise<void>;
  /** Sends any JSON value, valid or not. */
  send(message: unknown): void;
  /** Sends a notification. */
  notify(method: string, params?: JsonObject): void;
  /** Sends a request; resolves with the client's answer. */
  request(method: string, params?: JsonObject): Promise<JsonRpcResponse>;
  /** Breaks the connection, as a crash does. */
  disconnect(): void;
  /** Resolves when the client closes the connection. */
  closed(): Promise<void>;
}

/** Where a script's connection leads. */
export interface Wire {
  send(message: unknown): void;
  cut(): void;
}

const CAPABILITIES: JsonObject = Object.freeze({ tools: {}, resources: {}, prompts: {} });

/** Plays one script over any number of connections, one after the other. */
export class ScriptPlayer implements ScriptServer {
  readonly #inbox = new Inbox<Incoming>();
  readonly #answers = new Map<RequestId, (response: JsonRpcResponse) => void>();
  readonly #ignored: ReadonlySet<string>;
  #wire: Wire | undefined;
  #closed: (() => void)[] = [];
  #lastId = 0;

  constructor(ignored: readonly string[]) {
    this.#ignored = new Set(ignored);
  }

  /** Messages no step of the script took. */
  get left(): readonly JsonObject[] {
    return this.#inbox.left.map(({ message }) => message);
  }

  opened(wire: Wire): void {
    this.#wire = wire;
  }

  /** The client closed a connection. */
  ended(wire: Wire): void {
    if (this.#wire !== wire) return;
    this.#wire = undefined;
    for (const tell of this.#closed.splice(0)) tell();
  }

  receive(wire: Wire, message: unknown): void {
    if (!isObject(message)) return;
    const method = own(message, "method");
    const id = own(message, "id") as RequestId;
    if (typeof method !== "string") {
      this.#answers.get(id)?.(message as unknown as JsonRpcResponse);
      this.#answers.delete(id);
    } else if (!this.#ignored.has(method)) this.#inbox.put(incoming(wire, message, method, id));
  }

  /** The script is over: whatever it waits for fails. */
  stop(error: Error): void {
    this.#inbox.fail(error);
  }

  next(): Promise<Incoming> {
    return this.#inbox.take();
  }

  async expect(method: string, params?: JsonObject): Promise<Incoming> {
    const taken = await this.#inbox.take();
    if (taken.method !== method) throw new ScriptFailure(`expected ${method}, got ${taken.method}`);
    const problem = params === undefined ? undefined : difference(taken.params, params);
    if (problem !== undefined) throw new ScriptFailure(`${method}: ${problem}`);
    return taken;
  }

  async greet(
    revision: Revision = REVISIONS[0] as Revision,
    capabilities: JsonObject = CAPABILITIES,
  ): Promise<void> {
    const first = await this.next();
    if (eraOf(revision) === "stateless") {
      if (first.method !== "server/discover")
        throw new ScriptFailure(`expected server/discover, got ${first.method}`);
      first.result({
        resultType: "complete",
        supportedVersions: [revision],
        capabilities,
        ttlMs: 0,
        cacheScope: "private",
      });
      return;
    }
    if (first.method === "server/discover") first.error(-32_601, "Method not found");
    const opening = first.method === "server/discover" ? await this.expect("initialize") : first;
    if (opening.method !== "initialize")
      throw new ScriptFailure(`expected initialize, got ${opening.method}`);
    opening.result({ protocolVersion: revision, capabilities, serverInfo: { name: "script", version: "1" } });
    await this.expect("notifications/initialized");
  }

  send(message: unknown): void {
    if (this.#wire === undefined) throw new ScriptFailure("there is no open connection to send on");
    this.#wire.send(message);
  }

  notify(method: string, params?: JsonObject): void {
    this.send({ jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) });
  }

  request(method: string, params?: JsonObject): Promise<JsonRpcResponse> {
    this.#lastId += 1;
    const id = `script-${this.#lastId}`;
    const answer = new Promise<JsonRpcResponse>((resolve) => this.#answers.set(id, resolve));
    this.send({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
    return answer;
  }

  disconnect(): void {
    this.#wire?.cut();
  }

  closed(): Promise<void> {
    return this.#wire === undefined
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#closed.push(resolve);
        });
  }
}

function incoming(wire: Wire, message: JsonObject, method: string, id: RequestId): Incoming {
  const params = own(message, "params");
  const given = isObject(params) ? params : {};
  const meta = own(given, "_meta");
  const token = isObject(meta) ? own(meta, "progressToken") : undefined;
  return {
    message,
    method,
    params: given,
    id,
    result: (result) => wire.send({ jsonrpc: "2.0", id, result }),
    error: (code, text, data) =>
      wire.send({
        jsonrpc: "2.0",
        id,
        error: { code, message: text, ...(data === undefined ? {} : { data }) },
      }),
    notify(sent, extra) {
      const progress =
        sent === "notifications/progress" && token !== undefined ? { progressToken: token } : {};
      wire.send({ jsonrpc: "2.0", method: sent, params: { ...progress, ...extra } });
    },
  };
}
