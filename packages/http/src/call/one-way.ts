import { eraOf, isMcpError, type JsonRpcMessage, type Routing, type TimerHandle } from "@snodo/protocol";
import type { TimeoutHold } from "../auth/authorize.ts";
import type { ResponseHeaders, Running } from "../exchange/exchange.ts";
import * as failures from "../failures.ts";
import { postOf } from "../request/post.ts";
import type { WireFailure, WireSink } from "../request/wire.ts";
import { TextBody } from "../response/body.ts";
import { decide, mediaTypeOf } from "../response/decide.ts";
import { wireFailure } from "./failure.ts";
import type { OneWayHost } from "./host.ts";
import { refusal } from "./refusal.ts";

/** How much of a refusal is read. */
const REFUSAL = 64 * 1024;

/** How long a server may take over a message that wants no answer, in milliseconds. */
const PATIENCE = 60_000;
/** The same for a cancel: a server that hangs gets one for each call, and what it holds is missing for other calls. */
const CANCEL_PATIENCE = 5000;

/** A message whose answer, if any, comes another way: a notification, or the answer to a server request. */
export class OneWay implements WireSink, TimeoutHold {
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
  #over = false;
  readonly #patience: number | undefined;
  #timer: TimerHandle;

  private constructor(
    host: OneWayHost,
    subject: failures.Subject,
    session: string | undefined,
    patience: number | undefined,
  ) {
    this.#host = host;
    this.#subject = subject;
    this.#session = session;
    this.#patience = patience;
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
    const cancels = described.method === "notifications/cancelled";
    const oneWay = new OneWay(host, subject, session, patienceWith(message, cancels));
    oneWay.restartTimeout();
    // Nobody waits for a cancel to arrive, so nobody is asked to authorize it.
    const outgoing = { url: host.url, ...post, subject: described, interactive: !cancels, hold: oneWay };
    oneWay.#running = host.wire.start(outgoing, oneWay);
    return oneWay.done;
  }

  holdTimeout(): void {
    this.#host.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  restartTimeout(): void {
    this.holdTimeout();
    const patience = this.#patience;
    if (patience === undefined || this.#over) return;
    const late = (): void => this.#fail(failures.timeoutFailure(this.#subject, patience));
    this.#timer = this.#host.clock.setTimeout(late, patience, true);
  }

  head(status: number, headers: ResponseHeaders): void {
    this.#answered = true;
    const mediaType = mediaTypeOf(headers.get("content-type"));
    const outcome = decide({ status, mediaType, expects: "nothing", era: undefined, channel: false });
    if (outcome.type !== "failure") {
      this.#finish();
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

  #finish(): void {
    this.#over = true;
    this.holdTimeout();
  }

  #fail(error: unknown): void {
    this.#finish();
    this.#running?.cancel();
    this.#reject(error);
  }
}

/** Some servers of 2024-11-05 hold the POST of a request until they have answered it; its caller sets the limit. */
function patienceWith(message: JsonRpcMessage, cancels: boolean): number | undefined {
  if ("method" in message && "id" in message) return undefined;
  return cancels ? CANCEL_PATIENCE : PATIENCE;
}
