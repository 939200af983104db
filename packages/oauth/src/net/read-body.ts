/**
 * Reads a body as UTF-8 text, and stops as soon as it is longer than allowed, whatever `Content-Length` said.
 *
 * @param response - a response whose body nobody has read
 * @param limit - the most bytes
 * @returns the text, or undefined when there is more; the rest is cancelled
 */
export async function readText(response: Response, limit: number): Promise<string | undefined> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > limit) {
      // The peer may fail the cancellation in any way; there is nobody left to tell.
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
