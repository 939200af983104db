import { type HeaderList, mirrorHeaders, type Revision, type Routing, versionHeaders } from "@snodo/protocol";
import { InvalidHeaderError, isHeaderValue } from "./user-headers.ts";

/** The message that headers are built for. */
export interface Described {
  readonly method: string;
  readonly params?: unknown;
}

const POST = ["accept", "application/json, text/event-stream", "content-type", "application/json"];
const GET = ["accept", "text/event-stream"];

/** Builds the headers of each message; the parts that repeat are prepared once. */
export class ProtocolHeaders {
  readonly #fixed: readonly string[];
  readonly #posts = new Map<Revision | undefined, readonly string[]>();

  /** @param fixed - the caller's own headers, in turn names and values */
  constructor(fixed: readonly string[]) {
    this.#fixed = fixed;
  }

  /**
   * The headers of a POST.
   *
   * Spec: 2026-07-28 basic/transports/streamable-http, Standard Headers; 2025-11-25 basic/transports.
   *
   * @param message - what is posted; undefined for an answer to a server request
   * @param routing - how it is to be routed
   * @param session - the session it belongs to
   * @throws TypeError when an argument that must be mirrored does not have its declared type; InvalidHeaderError (a
   *   `TypeError`) for a method or an extension's header that HTTP cannot carry
   */
  post(message: Described | undefined, routing: Routing, session: string | undefined): string[] {
    const { revision } = routing;
    let base = this.#posts.get(revision);
    if (base === undefined) {
      base = [...POST, ...flat(versionHeaders(revision)), ...this.#fixed];
      this.#posts.set(revision, base);
    }
    const list = base.slice();
    if (session !== undefined) list.push("mcp-session-id", session);
    if (message !== undefined) push(list, mirrored(message, routing));
    if (routing.headers !== undefined) push(list, checked(routing.headers));
    return list;
  }

  /**
   * The headers of a GET that opens or resumes an event stream.
   *
   * @param revision - the negotiated one; undefined for legacy HTTP+SSE, which knows none
   * @param session - the session it belongs to
   * @param lastEventId - where to resume
   */
  get(revision: Revision | undefined, session?: string, lastEventId?: string): string[] {
    const list = [...GET, ...flat(versionHeaders(revision)), ...this.#fixed];
    if (session !== undefined) list.push("mcp-session-id", session);
    if (lastEventId !== undefined) list.push("last-event-id", utf8Bytes(lastEventId));
    return list;
  }

  /**
   * The headers of the DELETE that ends a session.
   *
   * @param revision - the negotiated one
   * @param session - the session to end
   */
  delete(revision: Revision | undefined, session: string): string[] {
    return [...flat(versionHeaders(revision)), ...this.#fixed, "mcp-session-id", session];
  }
}

/** A method is sent as it is: one that names no header value would not arrive as what the body says. */
const METHOD = /^[\x21-\x7e]+(?: +[\x21-\x7e]+)*$/;

function mirrored(message: Described, { revision, tool }: Routing): HeaderList {
  const headers = mirrorHeaders(message, revision, tool);
  if (headers["Mcp-Method"] !== undefined && !METHOD.test(message.method))
    throw new InvalidHeaderError("mcp-method", "cannot carry the name of the method");
  return headers;
}

function checked(headers: HeaderList): HeaderList {
  for (const name of Object.keys(headers)) {
    if (!isHeaderValue(headers[name]))
      throw new InvalidHeaderError(name, "has a value with characters that HTTP headers cannot carry");
  }
  return headers;
}

function flat(headers: HeaderList): string[] {
  return push([], headers);
}

function push(list: string[], headers: HeaderList): string[] {
  for (const name of Object.keys(headers)) list.push(name.toLowerCase(), headers[name] as string);
  return list;
}

/** Header values are bytes; an event id is text, which browsers' `EventSource` sends as its UTF-8 bytes. */
function utf8Bytes(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  let bytes = "";
  // One by one: as arguments of one call, those of a long id are more than a stack holds.
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}
