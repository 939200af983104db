/** A wait of so many milliseconds, as often as `chance` says. */
export interface DelayFault {
  /** From 0 to 1. */
  readonly chance: number;
  readonly min: number;
  readonly max: number;
}

/** What goes wrong with requests and answers; every number is a chance from 0 to 1. */
export interface TransportFaultPlan {
  /** The request is refused before anything is sent. */
  readonly refuse?: number | undefined;
  /** The request is lost on its way: nothing comes back. */
  readonly lose?: number | undefined;
  /** The server did the work, and the connection of this request breaks before the answer. */
  readonly loseAnswer?: number | undefined;
  /** The server did the work, and the answer never comes. */
  readonly stall?: number | undefined;
  /** The answer is late. */
  readonly delay?: DelayFault | undefined;
  /** The answer's result is damaged. */
  readonly corrupt?: number | undefined;
  /** A notification of the request comes twice. */
  readonly duplicate?: number | undefined;
  /** A notification of the request is dropped. */
  readonly drop?: number | undefined;
  /** A notification of the request comes after the next one. */
  readonly reorder?: number | undefined;
  /** The whole connection is lost with this request. */
  readonly cut?: number | undefined;
  /** So many notifications that belong to nobody come before the answer. */
  readonly flood?: { readonly chance: number; readonly count: number } | undefined;
}

/** What goes wrong with bytes on their way. */
export interface ByteFaultPlan {
  /** Cuts what passes into pieces: each byte alone, or pieces of random size. */
  readonly split?: "every" | { readonly min: number; readonly max: number } | undefined;
  /** Holds back this many bytes, so that writes are joined. */
  readonly coalesce?: number | undefined;
  /** A piece is late. */
  readonly delay?: DelayFault | undefined;
  /** How often a bit of a piece flips. */
  readonly corrupt?: number | undefined;
  /** How frames are told apart for `drop`, `duplicate`, `reorder` and `flood`. Defaults to lines. */
  readonly frame?: "line" | "event" | undefined;
  readonly drop?: number | undefined;
  readonly duplicate?: number | undefined;
  readonly reorder?: number | undefined;
  /** Junk before a frame: this text, so many times. */
  readonly flood?: { readonly chance: number; readonly text: string; readonly times: number } | undefined;
  /** After so many bytes nothing comes, and nothing ends. */
  readonly stallAfter?: number | undefined;
  /** After so many bytes the stream breaks. */
  readonly cutAfter?: number | undefined;
}

/** What makes a run of faults the same again. */
export interface FaultOptions {
  /** Defaults to 1. */
  readonly seed?: number | undefined;
}
