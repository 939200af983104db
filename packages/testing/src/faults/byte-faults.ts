import type { ByteFaultPlan } from "./plan.ts";
import { type Random, seededRandom } from "./random.ts";

/** What is to be done next, in order. */
export type ByteAction =
  | { readonly type: "bytes"; readonly bytes: Uint8Array }
  | { readonly type: "wait"; readonly milliseconds: number }
  /** The stream breaks: nothing more passes. */
  | { readonly type: "cut" }
  /** Nothing more passes, and nothing ends. */
  | { readonly type: "stall" };

const NEWLINE = 10;
const encoder: TextEncoder = new TextEncoder();

/** Decides what happens to a stream of bytes. No time passes in here: the caller carries the actions out. */
export class ByteFaults {
  readonly trace: string[] = [];
  readonly #plan: ByteFaultPlan;
  readonly #random: Random;
  #rest: Uint8Array = new Uint8Array(0);
  #swapped: Uint8Array | undefined;
  #held: Uint8Array = new Uint8Array(0);
  #passed = 0;
  #over = false;

  constructor(plan: ByteFaultPlan, seed: number) {
    this.#plan = plan;
    this.#random = seededRandom(seed);
  }

  /** Takes what the sender wrote. */
  write(chunk: Uint8Array): readonly ByteAction[] {
    if (this.#over) return [];
    if (!this.#framed()) return this.#pass(chunk);
    this.#rest = join(this.#rest, chunk);
    const ready: Uint8Array[] = [];
    for (let end = this.#frameEnd(); end > 0; end = this.#frameEnd()) {
      ready.push(...this.#frame(this.#rest.slice(0, end)));
      this.#rest = this.#rest.slice(end);
    }
    return this.#pass(ready.reduce(join, new Uint8Array(0)));
  }

  /** The sender is done. */
  end(): readonly ByteAction[] {
    if (this.#over) return [];
    const last = this.#swapped ?? new Uint8Array(0);
    return [...this.#pass(join(last, this.#rest)), ...this.#pieces(this.#take(this.#held.length))];
  }

  #framed(): boolean {
    const { drop, duplicate, reorder, flood } = this.#plan;
    return [drop, duplicate, reorder, flood].some((fault) => fault !== undefined);
  }

  /** How long the first whole frame is; 0 without one. */
  #frameEnd(): number {
    if (this.#plan.frame !== "event") return this.#rest.indexOf(NEWLINE) + 1;
    for (let at = this.#rest.indexOf(NEWLINE); at >= 0; at = this.#rest.indexOf(NEWLINE, at + 1)) {
      if (this.#rest[at + 1] === NEWLINE) return at + 2;
    }
    return 0;
  }

  #frame(frame: Uint8Array): readonly Uint8Array[] {
    const { drop, duplicate, reorder, flood } = this.#plan;
    const random = this.#random;
    const out: Uint8Array[] = [];
    if (random.chance(flood?.chance) && flood !== undefined) {
      this.trace.push(`flood ${flood.times}`);
      out.push(encoder.encode(flood.text.repeat(flood.times)));
    }
    const dropped = random.chance(drop);
    const doubled = random.chance(duplicate);
    const later = random.chance(reorder);
    if (dropped) this.trace.push(`drop ${frame.length}`);
    else if (later && this.#swapped === undefined) {
      this.trace.push(`reorder ${frame.length}`);
      this.#swapped = frame;
      return out;
    } else {
      if (doubled) this.trace.push(`duplicate ${frame.length}`);
      out.push(frame, ...(doubled ? [frame] : []));
    }
    if (this.#swapped !== undefined) {
      out.push(this.#swapped);
      this.#swapped = undefined;
    }
    return out;
  }

  #pass(chunk: Uint8Array): readonly ByteAction[] {
    this.#held = join(this.#held, chunk);
    return this.#held.length < (this.#plan.coalesce ?? 0) ? [] : this.#pieces(this.#take(this.#held.length));
  }

  #take(length: number): Uint8Array {
    const taken = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    return taken;
  }

  #pieces(bytes: Uint8Array): readonly ByteAction[] {
    const actions: ByteAction[] = [];
    for (let at = 0; at < bytes.length && !this.#over; ) {
      const size = Math.min(this.#size(bytes.length), bytes.length - at);
      this.#piece(bytes.slice(at, at + size), actions);
      at += size;
    }
    return actions;
  }

  #size(whole: number): number {
    const { split } = this.#plan;
    if (split === undefined) return whole;
    return split === "every" ? 1 : this.#random.between(Math.max(1, split.min), split.max);
  }

  #piece(piece: Uint8Array, actions: ByteAction[]): void {
    const { delay, corrupt, cutAfter, stallAfter } = this.#plan;
    if (this.#random.chance(delay?.chance) && delay !== undefined) {
      actions.push({ type: "wait", milliseconds: this.#random.between(delay.min, delay.max) });
    }
    if (this.#random.chance(corrupt)) this.#flip(piece);
    const room =
      Math.min(cutAfter ?? Number.POSITIVE_INFINITY, stallAfter ?? Number.POSITIVE_INFINITY) - this.#passed;
    const fits = piece.slice(0, Math.max(0, Math.min(room, piece.length)));
    this.#passed += fits.length;
    if (fits.length > 0) actions.push({ type: "bytes", bytes: fits });
    if (fits.length === piece.length && room > piece.length) return;
    const type =
      (cutAfter ?? Number.POSITIVE_INFINITY) <= (stallAfter ?? Number.POSITIVE_INFINITY) ? "cut" : "stall";
    this.#over = true;
    this.trace.push(`${type} after ${this.#passed}`);
    actions.push({ type });
  }

  #flip(piece: Uint8Array): void {
    const at = this.#random.between(0, piece.length - 1);
    const bit = this.#random.between(0, 7);
    piece[at] = (piece[at] ?? 0) ^ (1 << bit);
    this.trace.push(`corrupt ${this.#passed + at}.${bit}`);
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  if (second.length === 0) return first;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
