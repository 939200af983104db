import { eraOf, isMcpError, type JsonRpcMessage, type Routing } from "@snodo/protocol";
import type { ResponseHeaders, Running } from "../exchange/exchange.ts";
import type * as failures from "../failures.ts";
import { postOf } from "../request/post.ts";
import type { WireFailure, WireSink } from "../request/wire.ts";
import { TextBody } from "../response/body.ts";
import { decide, mediaTypeOf } from "../response/decide.ts";
import { wireFailure } from "./failure.ts";
import type { OneWayHost } from "./host.ts";
import { refusal } from "./refusal.ts";

/** How much of a refusal is read. */
const REFUSAL = 64 * 1024;

/** A message that wants no answer: a notification, or the answer to a server request. */
export class OneWay implements WireSink {
  readonly done: Promise<void>;
  readonly #host: OneWayHost;
  readonly #subject: failures.Subject;
  readonly #session: string | undefined;
  #resolve!: () => void;
  #reject!: (error: unknown) => void;
  #running: Running | undefined;
  #body: TextBody | undefined;
  #lingering: (() => void) | undefined;
  #answered = false;

  private constructor(host: OneWayHost, subject: failures.Subject, session: string | undefined) {
    this.#host = host;
    this.#subject = subject;
    this.#session = session;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /**
   * Posts a message; resolves when the server has taken it.
   *
   * @param host - the connection
   * @param message - to be posted
   * @param described - what an error calls it
   * @param routing - how it is routed
   */
  static post(
    host: OneWayHost,
    message: JsonRpcMessage,
    described: failures.Subject["message"],
    routing: Routing,
  ): Promise<void> {
    const subject = { message: described, label: host.label };
    const { revision } = routing;
    const session = revision !== undefined && eraOf(revision) === "initialize" ? host.session.id : undefined;
    const mirrored = "method" in message ? message : undefined;
    const post = postOf(message, subject, () => host.headers.post(mirrored, routing, session));
    if ("error" in post) return Promise.reject(post.error);
    const oneWay = new OneWay(host, subject, session);
    // Nobody waits for a cancel to arrive, so nobody is asked to authorize it.
    const interactive = described.method !== "notifications/cancelled";
    const outgoing = { url: host.url, ...post, subject: described, interactive };
    oneWay.#running = host.wire.start(outgoing, oneWay);
    return oneWay.done;
  }

  head(status: number, headers: ResponseHeaders): void {
    this.#answered = true;
    const mediaType = mediaTypeOf(headers.get("content-type"));
    const outcome = decide({ status, mediaType, expects: "nothing", era: undefined, channel: false });
    if (outcome.type !== "failure") {
      // Whatever the body holds is dropped.
      if (this.#running !== undefined) this.#lingering = this.#host.linger(this.#running);
      this.#resolve();
      return;
    }
    const refused = (body: string): void => {
      const session = this.#session !== undefined;
      const seen = refusal(this.#subject, { status, headers, body, id: undefined, session });
      if (!("error" in seen)) return;
      if (this.#session !== undefined && isMcpError(seen.error, "session_expired")) {
        this.#host.session.forget(this.#session);
      }
      this.#fail(seen.error);
    };
    this.#body = new TextBody(REFUSAL, { text: refused, tooLarge: () => refused("") }, REFUSAL / 8);
  }

  data(chunk: Uint8Array): void {
    this.#body?.data(chunk);
  }

  end(): void {
    this.#lingering?.();
    this.#body?.end();
  }

  failed(failure: WireFailure): void {
    this.#lingering?.();
    this.#fail(wireFailure(this.#subject, this.#host.url, failure, { answered: this.#answered }));
  }

  #fail(error: unknown): void {
    this.#running?.cancel();
    this.#reject(error);
  }
}
