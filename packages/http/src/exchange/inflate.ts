import * as zlib from "node:zlib";

/** Turns the bytes of a coded body into those it stands for. */
export interface Inflater {
  /** @returns false when it has enough to do: what comes before `drained` is kept in memory */
  write(chunk: Uint8Array): boolean;
  end(): void;
  destroy(): void;
}

/** Where an {@link Inflater} delivers. */
export interface InflaterSink {
  data(chunk: Uint8Array): void;
  end(): void;
  failed(error: unknown): void;
  /** It can take more. */
  drained(): void;
}

type Decoder = zlib.Gunzip | zlib.Inflate | zlib.InflateRaw | zlib.BrotliDecompress;

/**
 * The codings of a `Content-Encoding` header in the order they were applied; none when the body is plain.
 *
 * @param value - of the header
 */
export function codingsOf(value: string): readonly string[] {
  return value
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
}

/**
 * Names what cannot be decoded.
 *
 * Spec: RFC 9110, section 8.4.
 *
 * @param codings - of a response
 */
export function undecodable(codings: readonly string[]): string | undefined {
  // A chain is a way to make few bytes many; no server has a use for a longer one.
  const unknown = codings.find((coding) => !(coding in MAKERS));
  return unknown ?? (codings.length > 2 ? codings.join(", ") : undefined);
}

/**
 * Builds a decoder.
 *
 * @param codings - at least one, and none {@link undecodable}
 * @param firstByte - of the body
 * @param sink - takes the decoded bytes
 */
export function inflater(codings: readonly string[], firstByte: number, sink: InflaterSink): Inflater {
  const decoders = [...codings].reverse().map((coding) => (MAKERS[coding] as Maker)(firstByte));
  const first = decoders[0] as Decoder;
  const last = decoders.reduce((from, to) => from.pipe(to));
  let over = false;
  const destroy = (): void => {
    over = true;
    for (const decoder of decoders) decoder.destroy();
  };
  for (const decoder of decoders) {
    decoder.on("error", (error) => {
      if (over) return;
      destroy();
      sink.failed(error);
    });
  }
  first.on("drain", () => {
    if (!over) sink.drained();
  });
  last.on("data", (chunk: Uint8Array) => {
    if (!over) sink.data(chunk);
  });
  last.on("end", () => {
    if (over) return;
    over = true;
    sink.end();
  });
  return { write: (chunk) => first.write(chunk), end: () => void first.end(), destroy };
}

type Maker = (firstByte: number) => Decoder;

/** Event streams must not wait in a decoder, so each chunk is flushed. */
const flush = { flush: zlib.constants.Z_SYNC_FLUSH };
const zstd = (zlib as { createZstdDecompress?: () => Decoder }).createZstdDecompress;

const MAKERS: Readonly<Record<string, Maker>> = Object.freeze(
  Object.assign(Object.create(null) as Record<string, Maker>, {
    gzip: () => zlib.createGunzip(flush),
    "x-gzip": () => zlib.createGunzip(flush),
    // Some servers leave out the zlib header, whose first byte ends in 8.
    deflate: (firstByte: number) =>
      (firstByte & 0x0f) === 8 ? zlib.createInflate(flush) : zlib.createInflateRaw(flush),
    br: () => zlib.createBrotliDecompress({ flush: zlib.constants.BROTLI_OPERATION_FLUSH }),
    ...(zstd === undefined ? {} : { zstd }),
  }),
);
