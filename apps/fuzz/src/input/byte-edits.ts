import fc from "fast-check";

/** One change to a text of bytes: what is done, where, and how much. As data, so that a failure can be made small. */
export type ByteEdit = readonly [operation: number, at: number, amount: number];

const LONG_RUN = 64;
const LINE_FEED = 0x0a;

/** What breaks parsers when it stands where it should not. */
const WORDS: readonly Buffer[] = [
  "\n",
  "\r\n",
  "\r",
  "\n\n",
  "\ufeff",
  "\u0000",
  "\u2028",
  "\ufffd",
  "\ud83d",
  "\\ud800",
  "{",
  "}",
  "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
  "]",
  '"',
  '\\"',
  "null",
  "true",
  "1e999",
  "-0",
  "9007199254740993",
  '"__proto__":{"polluted":1},',
  '"constructor":',
  '"id":',
  '"id":null,',
  '"result":{},',
  '"error":{"code":-32700,"message":"no"},',
  '"method":"ping",',
  '"jsonrpc":"1.0",',
  '"resultType":"input_required",',
  '"nextCursor":"",',
  "data:",
  "data: {}\n\n",
  "id:",
  "id: 1\n",
  "event: x\n",
  "retry: 0\n",
  ":",
  "=",
  ",",
  " ",
].map((word) => Buffer.from(word));
const NOT_UTF8 = Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0xf0, 0x9f]);

type Operation = (bytes: Buffer, at: number, amount: number) => Buffer;

const insert = (bytes: Buffer, at: number, piece: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);

const OPERATIONS: readonly Operation[] = [
  function flipBit(bytes, at, amount) {
    const copy = Buffer.from(bytes);
    if (at < copy.length) copy[at] = (copy[at] as number) ^ (1 << (amount % 8));
    return copy;
  },
  function setByte(bytes, at, amount) {
    const copy = Buffer.from(bytes);
    if (at < copy.length) copy[at] = amount;
    return copy;
  },
  (bytes, at, amount) => insert(bytes, at, Buffer.of(amount)),
  function remove(bytes, at, amount) {
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + amount)]);
  },
  function repeat(bytes, at, amount) {
    return insert(bytes, at, bytes.subarray(at, at + amount));
  },
  (bytes, at, amount) => insert(bytes, at, WORDS[amount % WORDS.length] as Buffer),
  (bytes, at, amount) => insert(bytes, at, WORDS[amount % WORDS.length] as Buffer),
  (bytes, at) => insert(bytes, at, NOT_UTF8),
  function move(bytes, at, amount) {
    const piece = bytes.subarray(at, at + amount);
    const rest = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + amount)]);
    return insert(rest, amount % (rest.length + 1), piece);
  },
  (bytes, at, amount) => insert(bytes, at, Buffer.alloc(LONG_RUN * amount, amount)),
  (bytes, at) => bytes.subarray(0, at),
];

/** Up to eight changes. */
export const byteEdits: fc.Arbitrary<readonly ByteEdit[]> = fc.array(
  fc.tuple(fc.nat(OPERATIONS.length - 1), fc.nat(0xffff), fc.nat(0xff)),
  { maxLength: 8 },
);

/**
 * Applies changes, one after the other.
 *
 * @param bytes - stays as it is
 * @param edits - from {@link byteEdits}
 */
export function applyByteEdits(bytes: Buffer, edits: readonly ByteEdit[]): Buffer {
  let edited = bytes;
  for (const [operation, at, amount] of edits) {
    edited = (OPERATIONS[operation] as Operation)(edited, place(edited, at), amount);
  }
  return edited;
}

/** Half of the changes are made where something begins or ends: that is where parsers make up their minds. */
function place(bytes: Buffer, at: number): number {
  if (at % 2 === 0) return (at / 2) % (bytes.length + 1);
  const bounds = [0, bytes.length];
  for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, end + 1)) {
    bounds.push(end, end + 1);
  }
  return bounds[((at - 1) / 2) % bounds.length] as number;
}

/** Sizes of the pieces in which bytes arrive, over and over; none means all at once. */
export const pieceSizes: fc.Arbitrary<readonly number[]> = fc.array(fc.integer({ min: 1, max: 64 }), {
  maxLength: 4,
});

/**
 * Cuts bytes into pieces.
 *
 * @param bytes - what is cut; a piece is a copy, as from a socket
 * @param sizes - from {@link pieceSizes}
 */
export function pieces(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  if (sizes.length === 0) return bytes.length === 0 ? [] : [Buffer.from(bytes)];
  const cut: Buffer[] = [];
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] as number;
    cut.push(Buffer.from(bytes.subarray(at, at + size)));
    at += size;
  }
  return cut;
}
