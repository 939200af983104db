/** What a redirect is answered with. */
export type RedirectVerdict =
  | { readonly type: "follow"; readonly url: string }
  | { readonly type: "refuse"; readonly target: string; readonly problem: string };

/** A response that points elsewhere. */
export interface Redirect {
  readonly status: number;
  readonly location: string | undefined;
  readonly method: "POST" | "GET" | "DELETE";
  /** Where the request went. */
  readonly from: string;
  /** Every URL of this request so far, `from` included. */
  readonly visited: readonly string[];
}

/** The most redirects one request follows. */
const MAX_REDIRECTS = 5;

const STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Says whether a status asks for the request to be made elsewhere. */
export function isRedirect(status: number): boolean {
  return STATUSES.has(status);
}

/**
 * Decides whether to follow a redirect. Method and body are always kept, and so the credentials: they must not leave
 * their origin, except from http to https on the same host.
 *
 * @param redirect - the response and what led to it
 */
export function decideRedirect(redirect: Redirect): RedirectVerdict {
  const { status, location, method, from, visited } = redirect;
  if (location === undefined)
    return { type: "refuse", target: "", problem: "it names no target (no Location header)" };
  let target: URL;
  try {
    target = new URL(location, from);
  } catch {
    return { type: "refuse", target: location, problem: "its target is not a URL" };
  }
  target.hash = "";
  const refuse = (problem: string): RedirectVerdict => ({ type: "refuse", target: target.href, problem });
  if (method !== "GET" && status < 307) {
    return refuse(`status ${status} would turn the ${method} into a GET without its body`);
  }
  if (!isSameSite(new URL(from), target)) return refuse("it leads to another origin");
  if (visited.includes(target.href)) return refuse("it leads in a circle");
  if (visited.length > MAX_REDIRECTS) return refuse(`it is one redirect too many (${MAX_REDIRECTS} at most)`);
  return { type: "follow", url: target.href };
}

function isSameSite(from: URL, to: URL): boolean {
  if (to.username !== "" || to.password !== "") return false;
  if (from.origin === to.origin) return true;
  const upgraded = from.protocol === "http:" && to.protocol === "https:" && from.hostname === to.hostname;
  return upgraded && from.port === "" && to.port === "";
}
