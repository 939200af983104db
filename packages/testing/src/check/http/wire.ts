import {
  isObject,
  type JsonObject,
  META,
  messageOf,
  type Revision,
  systemClock,
  versionHeaders,
} from "@snodo/protocol";
import type { CheckHttp } from "../options.ts";

/** What came back from one HTTP request. */
export interface HttpAnswer {
  /** 0 when there was no response. */
  readonly status: number;
  readonly headers: Headers;
  readonly contentType: string;
  /** The body's start. */
  readonly text: string;
  /** The JSON body, or the first message of an event stream. */
  readonly message: JsonObject;
  /** The code of `message.error`, if it has one. */
  readonly code: number | undefined;
}

/** Headers to add; null leaves one out. */
export type HeaderChanges = Readonly<Record<string, string | null>>;

const MOST_TEXT = 1_000_000;

/** Plain HTTP to a server under check: no transport stands between, so that everything can be wrong. */
export class Wire {
  readonly #http: CheckHttp;
  readonly #timeout: number;

  constructor(http: CheckHttp, timeout: number) {
    this.#http = http;
    this.#timeout = timeout;
  }

  get url(): string {
    return this.#http.url;
  }

  /** Sends a request and reads the answer; never rejects. */
  send(method: string, body: string | undefined, headers: HeaderChanges): Promise<HttpAnswer> {
    return this.#exchange(method, body, headers, read);
  }

  /** Sends a request and looks no further than the head of the answer; never rejects. */
  begin(method: string, headers: HeaderChanges): Promise<HttpAnswer> {
    return this.#exchange(method, undefined, headers, async (response) => {
      await response.body?.cancel();
      return { ...headOf(response), text: "", message: {}, code: undefined };
    });
  }

  async #exchange(
    method: string,
    body: string | undefined,
    headers: HeaderChanges,
    take: (response: Response) => Promise<HttpAnswer>,
  ): Promise<HttpAnswer> {
    const gone = new AbortController();
    const timer = systemClock.setTimeout(() => gone.abort(new Error("no answer in time")), this.#timeout);
    const all = Object.entries({ ...this.#http.headers, ...headers }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    try {
      const init = { method, headers: all, signal: gone.signal };
      const request = new Request(this.url, body === undefined ? init : { ...init, body });
      return await take(await (this.#http.fetch ?? fetch)(request));
    } catch (error) {
      return {
        status: 0,
        headers: new Headers(),
        contentType: "",
        text: messageOf(error),
        message: {},
        code: undefined,
      };
    } finally {
      systemClock.clearTimeout(timer);
    }
  }

  /** Sends any JSON by POST. */
  post(body: unknown, headers: HeaderChanges = {}): Promise<HttpAnswer> {
    return this.send("POST", typeof body === "string" ? body : JSON.stringify(body), {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    });
  }

  /** Sends a request of 2026-07-28 whose headers agree with it, then with these changes. */
  stateless(
    revision: Revision,
    method: string,
    params: JsonObject,
    headers: HeaderChanges = {},
  ): Promise<HttpAnswer> {
    const meta = {
      [META.protocolVersion]: revision,
      [META.clientCapabilities]: {},
      [META.clientInfo]: { name: "snodo-check", version: "1.0.0" },
    };
    const body = { jsonrpc: "2.0", id: 1, method, params: { _meta: meta, ...params } };
    return this.post(body, { ...versionHeaders(revision), "Mcp-Method": method, ...headers });
  }
}

function headOf(response: Response): Pick<HttpAnswer, "status" | "headers" | "contentType"> {
  const { status, headers } = response;
  const contentType = (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return { status, headers, contentType };
}

async function read(response: Response): Promise<HttpAnswer> {
  const head = headOf(response);
  const stream = head.contentType === "text/event-stream";
  const text = await textOf(response, stream);
  const message = stream ? firstEvent(text) : parse(text);
  const error = message["error"];
  const code = isObject(error) && typeof error["code"] === "number" ? error["code"] : undefined;
  return { ...head, text, message, code };
}

/** The body; of a stream no more than its first message, since it may never end. */
async function textOf(response: Response, stream: boolean): Promise<string> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += decoder.decode(chunk.value, { stream: true });
    if (text.length > MOST_TEXT || (stream && Object.keys(firstEvent(text)).length > 0)) {
      await reader.cancel();
      break;
    }
  }
  return text;
}

function firstEvent(text: string): JsonObject {
  const events = text.split(/\r\n\r\n|\n\n|\r\r/);
  // What follows the last blank line is not whole yet.
  for (const event of events.slice(0, -1)) {
    const data = event
      .split(/\r\n|\n|\r/)
      .filter((line) => line.startsWith("data:"))
      .map((line) => line.slice(5).trimStart())
      .join("\n");
    const message = parse(data);
    if (Object.keys(message).length > 0) return message;
  }
  return {};
}

function parse(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
