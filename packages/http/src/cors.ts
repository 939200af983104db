/** What is known where a request is made from. */
export interface Page {
  /** The origin of the page or worker; undefined outside browsers. */
  readonly origin: string | undefined;
}

/** The page this runs in. */
export function currentPage(): Page {
  const { location } = globalThis as { readonly location?: { readonly origin?: unknown } };
  const origin = location?.origin;
  // Deno has a location without a page when it is told one; only a browser applies its rules by it.
  return {
    origin:
      "document" in globalThis || isWorker() ? (typeof origin === "string" ? origin : undefined) : undefined,
  };
}

function isWorker(): boolean {
  return "WorkerGlobalScope" in globalThis && "importScripts" in globalThis;
}

/**
 * What may explain a failure that the browser hides.
 *
 * @param problem - the server could not be reached, or refused
 * @param url - of the server
 * @param page - where the request was made
 * @param sessionSeen - whether the server's session id could be read
 * @returns the rest of an error line, or undefined when CORS plays no part
 */
export function corsHint(
  problem: "unreachable" | "refused",
  url: string,
  page: Page,
  sessionSeen: boolean,
): string | undefined {
  if (page.origin === undefined || new URL(url).origin === page.origin) return undefined;
  if (problem === "unreachable") {
    return `if the server runs, its CORS headers may not allow ${page.origin} to send content-type, authorization, mcp-protocol-version, mcp-session-id, mcp-method and mcp-name`;
  }
  return sessionSeen
    ? undefined
    : "if the server keeps sessions, it must name Mcp-Session-Id in Access-Control-Expose-Headers, or this page cannot see it";
}
