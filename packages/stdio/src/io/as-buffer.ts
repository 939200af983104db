/**
 * Gives bytes the methods of a `Buffer`, without copying them.
 *
 * @param chunk - from a stream
 */
export function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
