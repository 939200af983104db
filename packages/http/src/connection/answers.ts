import {
  type DiagnosticLevel,
  type JsonRpcRequest,
  type JsonRpcResponse,
  messageOf,
  type Routing,
} from "@snodo/protocol";
import type { OneWayHost } from "../call/host.ts";
import { OneWay } from "../call/one-way.ts";

/** How many answers may be on their way: a server that asks without end must not fill the memory. The same as on a pipe. */
const MOST = 256;

/** What answers need of their connection. */
export interface AnswersHost extends OneWayHost {
  /** Nothing is answered any more. */
  readonly closed: boolean;
  report(level: DiagnosticLevel, code: string, message: string): void;
}

/** Answers requests of the server, each with a POST of its own. */
export class Answers {
  readonly #host: AnswersHost;
  #underWay = 0;
  #told = false;

  constructor(host: AnswersHost) {
    this.#host = host;
  }

  /**
   * Answers a request once the answer is known. What fails is reported: nobody waits for it here.
   *
   * @param request - of the server
   * @param answer - never rejects; undefined when none may be sent
   * @param routing - how it is routed
   */
  later({ method }: JsonRpcRequest, answer: Promise<JsonRpcResponse | undefined>, routing: Routing): void {
    if (this.#underWay >= MOST) {
      this.#overwhelmed();
      return;
    }
    this.#underWay += 1;
    answer
      .then((response) => {
        if (response === undefined || this.#host.closed) return undefined;
        return OneWay.post(this.#host, response, { method: `the answer to ${method}` }, routing);
      })
      .catch((error: unknown) => this.#host.report("warning", "answer_not_sent", messageOf(error)))
      .finally(() => {
        this.#underWay -= 1;
        if (this.#underWay === 0) this.#told = false;
      });
  }

  /** Told once, until the server has taken what was under way. */
  #overwhelmed(): void {
    if (this.#told) return;
    this.#told = true;
    const text = `the server asks faster than it takes answers: with ${MOST} of them under way, further requests get none`;
    this.#host.report("warning", "answer_not_sent", text);
  }
}
