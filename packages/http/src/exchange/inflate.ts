import * as zlib from "node:zlib";

/** Turns the bytes of a coded body into those it stands for. */
export interface Inflater {
  write(chunk: Uint8Array): void;
  end(): void;
  destroy(): void;
}

/** Where an {@link Inflater} delivers. */
export interface InflaterSink {
  data(chunk: Uint8Array): void;
  end(): void;
  failed(error: unknown): void;
}

type Decoder = zlib.Gunzip | zlib.BrotliDecompress;

/**
 * Builds a decoder for the value of a `Content-Encoding` header.
 *
 * Spec: RFC 9110, section 8.4.
 *
 * @param value - one coding or several, in the order they were applied
 * @param sink - takes the decoded bytes
 * @returns the decoder; undefined when there is nothing to decode; the name of a coding that cannot be
 */
export function inflaterFor(value: string, sink: InflaterSink): Inflater | string | undefined {
  const codings = value
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  const unknown = codings.find((coding) => !(coding in MAKERS));
  // A chain is a way to make few bytes many; no server has a use for a longer one.
  if (unknown !== undefined || codings.length > 2) return unknown ?? value;
  const decoders = codings.reverse().map((coding) => (MAKERS[coding] as () => Decoder)());
  const [first] = decoders;
  if (first === undefined) return undefined;
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
  last.on("data", (chunk: Uint8Array) => {
    if (!over) sink.data(chunk);
  });
  last.on("end", () => {
    if (over) return;
    over = true;
    sink.end();
  });
  return { write: (chunk) => void first.write(chunk), end: () => void first.end(), destroy };
}

const flush = { flush: zlib.constants.Z_SYNC_FLUSH };
const zstd = (zlib as { createZstdDecompress?: () => Decoder }).createZstdDecompress;

/** Event streams must not wait in a decoder, so each chunk is flushed. */
const MAKERS: Readonly<Record<string, () => Decoder>> = Object.freeze(
  Object.assign(Object.create(null) as Record<string, () => Decoder>, {
    gzip: () => zlib.createGunzip(flush),
    "x-gzip": () => zlib.createGunzip(flush),
    deflate: () => zlib.createUnzip(flush),
    br: () => zlib.createBrotliDecompress({ flush: zlib.constants.BROTLI_OPERATION_FLUSH }),
    ...(zstd === undefined ? {} : { zstd }),
  }),
);
