import type { InputHandlers, Interceptor } from "@snodo/client";
import { ErrorCode, isMcpError, isObject, type McpError, own, type UrlElicitation } from "@snodo/protocol";

/** How often one call may be tried again. */
const MOST = 5;

/**
 * Answers error -32042, by which servers of 2025-11-25 ask for pages to be visited before a call: each is offered to
 * the user, and the call is made again once all were visited.
 *
 * Spec: 2025-11-25 client/elicitation, URL mode.
 *
 * @param ask - the handler of URL elicitations
 * @param context - what it is given
 */
export function visitRequiredUrls(
  ask: NonNullable<InputHandlers["url"]>,
  context: { readonly signal: AbortSignal; readonly server: string },
): Interceptor {
  return async (request, next) => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await next(request);
      } catch (error) {
        const urls = requiredUrls(error);
        if (urls === undefined || tries === MOST || !(await visitAll(urls, ask, context))) throw error;
      }
    }
  };
}

async function visitAll(
  urls: readonly UrlElicitation[],
  ask: NonNullable<InputHandlers["url"]>,
  context: { readonly signal: AbortSignal; readonly server: string },
): Promise<boolean> {
  for (const url of urls) {
    const { action } = await ask(url, context);
    if (action !== "accept") return false;
  }
  return true;
}

function requiredUrls(error: unknown): readonly UrlElicitation[] | undefined {
  if (!isMcpError(error, "server_error") || error.code !== ErrorCode.UrlElicitationRequired) return undefined;
  const listed = listOf(error);
  return listed.length > 0 && listed.every(isUrlElicitation) ? listed : undefined;
}

function listOf({ data }: McpError): readonly unknown[] {
  const listed = isObject(data) ? own(data, "elicitations") : undefined;
  return Array.isArray(listed) ? listed : [];
}

function isUrlElicitation(value: unknown): value is UrlElicitation {
  return isObject(value) && typeof value["url"] === "string" && typeof value["message"] === "string";
}
