import type { Exchange, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from "@snodo/protocol";
import { quote } from "@snodo/protocol";
import { deliver, type MessageSink, parse } from "../response/deliver.ts";
import { isAnswerTo } from "../response/judge.ts";
import type { CallHost } from "./host.ts";

/** What a call makes of the messages of its response. */
export interface InboxOwner {
  answered(response: JsonRpcResponse): void;
  /** The body cannot be the answer. */
  broken(problem: string): void;
  readonly settled: boolean;
}

/** Sorts the messages that arrive for one request: its answer ends it, the rest goes to its exchange in order. */
export class Inbox implements MessageSink {
  /** How many events could not be read: they may explain a missing answer. */
  unreadable = 0;
  readonly #host: CallHost;
  readonly #request: JsonRpcRequest;
  readonly #exchange: Exchange;
  readonly #owner: InboxOwner;

  constructor(host: CallHost, request: JsonRpcRequest, exchange: Exchange, owner: InboxOwner) {
    this.#host = host;
    this.#request = request;
    this.#exchange = exchange;
    this.#owner = owner;
  }

  /** A whole JSON body: it holds the answer or the request has failed. */
  body(text: string): void {
    const parsed = parse(text);
    if ("problem" in parsed) {
      this.#owner.broken(`the body is not JSON (${quote(parsed.problem, 100)}): ${quote(text, 200)}`);
      return;
    }
    deliver(parsed.value, this);
    if (!this.#owner.settled) this.#owner.broken(this.#missing(text));
  }

  /** One event: heartbeats and other noise do not harm the stream. */
  event(data: string): void {
    const parsed = parse(data);
    if ("problem" in parsed) this.#skip(`not JSON (${quote(parsed.problem, 100)})`, data);
    else deliver(parsed.value, new EventMessages(this, data));
  }

  answer(response: JsonRpcResponse): void {
    if (this.#owner.settled) return;
    const { id } = this.#request;
    const anonymous = "error" in response && (response.id === undefined || response.id === null);
    if (response.id === id) this.#owner.answered(response);
    else if (anonymous || isAnswerTo(id, response.id)) this.#owner.answered({ ...response, id });
    else this.#owner.broken(`it answers request ${quote(JSON.stringify(response.id), 80)}, not ${id}`);
  }

  notification(message: JsonRpcNotification): void {
    if (!this.#owner.settled) this.#exchange.notification(message);
  }

  request(message: JsonRpcRequest): void {
    if (this.#owner.settled) return;
    this.#host.answerLater(message, this.#exchange.request(message), this.#exchange.routing);
  }

  /** In a body of its own, what is no message cannot be followed by one. */
  invalid(problem: string): void {
    if (!this.#owner.settled) this.#owner.broken(problem);
  }

  /** In an event, it is noise unless it names this request. */
  invalidEvent(problem: string, id: unknown, data: string): void {
    if (this.#owner.settled) return;
    if (id !== undefined && isAnswerTo(this.#request.id, id)) this.#owner.broken(problem);
    else this.#skip(problem, data);
  }

  #skip(problem: string, data: string): void {
    if (this.#owner.settled) return;
    this.unreadable += 1;
    if (this.unreadable > 1) return;
    this.#host.report(
      "warning",
      "invalid_message",
      `the server sent an event that is no message: ${problem}: ${quote(data, 200)}`,
    );
  }

  #missing(text: string): string {
    return `the body holds no answer to request ${this.#request.id}: ${quote(text, 200)}`;
  }
}

class EventMessages implements MessageSink {
  readonly #inbox: Inbox;
  readonly #data: string;

  constructor(inbox: Inbox, data: string) {
    this.#inbox = inbox;
    this.#data = data;
  }

  answer(response: JsonRpcResponse): void {
    this.#inbox.answer(response);
  }

  notification(message: JsonRpcNotification): void {
    this.#inbox.notification(message);
  }

  request(message: JsonRpcRequest): void {
    this.#inbox.request(message);
  }

  invalid(problem: string, id: unknown): void {
    this.#inbox.invalidEvent(problem, id, this.#data);
  }
}
