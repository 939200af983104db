/** How a channel behaves when nobody reads it, and how it begins. */
export interface ChannelInit {
  /** Prefix of its event ids; without it events carry none. */
  readonly id?: string | undefined;
  /** Keep every event, so that the stream can be taken up again. */
  readonly keep?: boolean | undefined;
  /** Keep events until somebody reads. */
  readonly queue?: boolean | undefined;
  /** Begin with an event that has an id and no data. */
  readonly prime?: boolean | undefined;
  /** The `retry` field, in milliseconds. */
  readonly retry?: number | undefined;
  /** The reader went away before the end. */
  readonly abandoned?: (() => void) | undefined;
}

interface Event {
  readonly index: number;
  readonly data: string;
}

const encoder: TextEncoder = new TextEncoder();

/**
 * A logical event stream: it outlives the HTTP response that carries it.
 *
 * Spec: 2025-11-25 basic/transports, Resumability and Redelivery.
 */
export class Channel {
  readonly #init: ChannelInit;
  #log: Event[] = [];
  #index = 0;
  #ended = false;
  #reader: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(init: ChannelInit = {}) {
    this.#init = init;
    if (init.prime === true) this.#log.push({ index: 0, data: "" });
  }

  /** Whether a response carries it now. */
  get attached(): boolean {
    return this.#reader !== undefined;
  }

  /** Whether everything was written. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Writes one message as an event. */
  write(message: unknown): void {
    if (this.#ended) return;
    this.#index += 1;
    const event = { index: this.#index, data: JSON.stringify(message) };
    if (this.#init.keep === true || (this.#reader === undefined && this.#init.queue === true)) {
      this.#log.push(event);
    }
    this.#send(event);
  }

  /** Nothing more will be written. */
  end(): void {
    this.#ended = true;
    this.drop();
  }

  /** Closes the response that carries it, but not the stream. */
  drop(): void {
    const reader = this.#reader;
    this.#reader = undefined;
    reader?.close();
  }

  /**
   * The body of a response that carries the stream from now on.
   *
   * @param after - the index of the last event the reader has; from the start when undefined
   */
  attach(after = -1): ReadableStream<Uint8Array> {
    this.drop();
    let own: ReadableStreamDefaultController<Uint8Array> | undefined;
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        own = controller;
        this.#reader = controller;
        const { retry } = this.#init;
        if (retry !== undefined) controller.enqueue(encoder.encode(`retry: ${retry}\n\n`));
        const missed = this.#log.filter(({ index }) => index > after);
        if (this.#init.keep !== true) this.#log = [];
        for (const event of missed) this.#send(event);
        if (this.#ended) this.drop();
      },
      cancel: () => {
        if (this.#reader !== own) return;
        this.#reader = undefined;
        this.#init.abandoned?.();
      },
    });
  }

  #send({ index, data }: Event): void {
    const { id } = this.#init;
    const line = id === undefined ? "" : `id: ${id}_${index}\n`;
    this.#reader?.enqueue(encoder.encode(`${line}data: ${data}\n\n`));
  }
}

/**
 * Takes an event id apart.
 *
 * @param eventId - a `Last-Event-ID`
 * @returns the channel's id and the event's index
 */
export function readEventId(eventId: string): { readonly id: string; readonly index: number } | undefined {
  const match = /^(.+)_(\d+)$/.exec(eventId);
  return match === null ? undefined : { id: match[1] as string, index: Number(match[2]) };
}
