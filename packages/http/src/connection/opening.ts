import {
  type InFlight,
  isFailure,
  isMcpError,
  type JsonRpcResponse,
  McpError,
  messageOf,
  type OpenContext,
} from "@snodo/protocol";
import type { Call } from "../call/call.ts";
import { type LegacyAttempt, openLegacy } from "../legacy/open.ts";
import type { Settings } from "../settings.ts";
import type { HttpConnection } from "./http-connection.ts";

/** Statuses with which a server of 2024-11-05 refuses a POST to the URL of its event stream. */
const LEGACY: ReadonlySet<number> = new Set([400, 404, 405]);

/** Error codes that only servers of the stateless era use. */
const MODERN: ReadonlySet<number> = new Set([-32020, -32021, -32022]);

/**
 * An `initialize` under way. Its answer assigns the session; a refusal that only an old server gives leads to the
 * transport of that time.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http, Backward Compatibility.
 */
export class Opening implements InFlight {
  readonly response: Promise<JsonRpcResponse>;
  readonly #connection: HttpConnection;
  readonly #call: Call;
  readonly #settings: Settings;
  readonly #context: OpenContext;
  #legacy: LegacyAttempt | undefined;
  #second: InFlight | undefined;
  #cancelled = false;

  constructor(connection: HttpConnection, call: Call, settings: Settings, context: OpenContext) {
    this.#connection = connection;
    this.#call = call;
    this.#settings = settings;
    this.#context = context;
    this.response = this.#open();
  }

  cancel(reason: string): void {
    this.#cancelled = true;
    this.#call.cancel(reason);
    this.#legacy?.cancel();
    this.#second?.cancel(reason);
  }

  async #open(): Promise<JsonRpcResponse> {
    let answer: JsonRpcResponse;
    try {
      answer = await this.#call.response;
    } catch (error) {
      if (!this.#isLegacy(undefined)) throw error;
      return await this.#retry(error);
    }
    if (!isFailure(answer)) {
      this.#connection.session.adopt(this.#call.headers?.get("mcp-session-id"));
      return answer;
    }
    if (!this.#isLegacy(answer.error.code)) return answer;
    // The server's own words are worth more than why the second try failed.
    return await this.#retry(undefined).catch(() => answer);
  }

  #isLegacy(code: number | undefined): boolean {
    const { status } = this.#call;
    if (!this.#settings.legacySse || this.#cancelled || status === undefined || !LEGACY.has(status))
      return false;
    return code === undefined || !(MODERN.has(code) || (status === 404 && code === -32601));
  }

  async #retry(first: unknown): Promise<JsonRpcResponse> {
    this.#legacy = openLegacy(this.#settings, this.#context, this.#connection);
    try {
      const connection = await this.#legacy.opened;
      this.#connection.adoptLegacy(connection);
    } catch (second) {
      throw both(first, second);
    }
    const { request, exchange } = this.#call;
    this.#second = this.#connection.send(request, exchange);
    if (this.#cancelled) this.#second.cancel("given up");
    return await this.#second.response;
  }
}

function both(first: unknown, second: unknown): unknown {
  if (!isMcpError(first)) return second;
  const { kind, code, data, reason, sent } = first;
  return new McpError(
    `${first.message}. The older HTTP+SSE transport did not work either: ${sameCause(first, second) ? "it failed in the same way" : messageOf(second)}`,
    {
      kind,
      code,
      data,
      reason,
      sent,
      cause: new AggregateError([first, second], "Streamable HTTP and HTTP+SSE both failed"),
    },
  );
}

/** Whether both say the same of what happened; what was attempted is in front of it. */
function sameCause(first: McpError, second: unknown): boolean {
  const [, cause] = messageOf(second).split(/ failed: (.*)/s);
  return cause !== undefined && first.message.endsWith(` failed: ${cause}`);
}
