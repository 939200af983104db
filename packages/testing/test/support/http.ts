/** Reads the events of a stream, one by one. */
export class Events {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = "";

  constructor(response: Response) {
    if (response.body === null) throw new Error("the response has no body");
    this.#reader = response.body.getReader();
  }

  /** The next event's fields, or undefined at the end. */
  async next(): Promise<ReadonlyMap<string, string> | undefined> {
    for (;;) {
      const at = this.#text.indexOf("\n\n");
      if (at >= 0) {
        const lines = this.#text.slice(0, at).split("\n");
        this.#text = this.#text.slice(at + 2);
        return new Map(
          lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(": ") + 2)]),
        );
      }
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#text += this.#decoder.decode(value, { stream: true });
    }
  }

  /** The next event's message. */
  async message(): Promise<Record<string, unknown>> {
    const event = await this.next();
    return JSON.parse(event?.get("data") ?? "null");
  }

  cancel(): Promise<void> {
    return this.#reader.cancel();
  }
}

export const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
};

/** A POST of the stateless era with all its headers; `headers` replaces them, null removes one. */
export function modernPost(
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string | null> = {},
): Request {
  const name = params["name"] ?? params["uri"];
  return post(
    { jsonrpc: "2.0", id: 1, method, params: { _meta: META, ...params } },
    {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(typeof name === "string" ? { "mcp-name": name } : {}),
      ...headers,
    },
  );
}

/** Any POST. */
export function post(body: unknown, headers: Record<string, string | null> = {}): Request {
  const all = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...headers,
  };
  return new Request("http://server.test/mcp", {
    method: "POST",
    headers: Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** The body of an error answer, and its status. */
export async function refused(response: Response): Promise<readonly [number, number, string]> {
  const { error } = (await response.json()) as { error: { code: number; message: string } };
  return [response.status, error.code, error.message];
}
