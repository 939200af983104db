/** What the platform needs to know about a request besides the usual. */
export interface PlatformHints {
  /** True when the host may resolve to a private address. */
  readonly privateAllowed: boolean;
}

/**
 * The platform's fetch. Browsers and edge runtimes resolve names themselves, so there is no address to check here.
 *
 * @param url - an absolute URL
 * @param init - as for `fetch`
 */
export function platformFetch(url: string, init: RequestInit, _hints: PlatformHints): Promise<Response> {
  return fetch(url, init);
}
