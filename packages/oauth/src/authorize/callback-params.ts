/**
 * The parameters of a callback, however the application has them.
 *
 * @param callback - the whole URL, its query string, or its parameters
 */
export function callbackParams(callback: string | URL | URLSearchParams): URLSearchParams {
  if (callback instanceof URLSearchParams) return callback;
  const text = String(callback).trim();
  return new URLSearchParams(text.slice(text.indexOf("?") + 1).split("#")[0]);
}
