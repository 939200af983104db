import type { HttpOptions } from "@snodo/http";
import type { Invocation } from "../invocation.ts";
import { timeLimit } from "./time-limit.ts";

/** How long the platform's client bears a silent server, in milliseconds, with room to spare. */
const SILENCE = 240_000;

/** Ports over 1023 that `fetch` refuses, because other protocols live there. https://fetch.spec.whatwg.org/#port-blocking */
const REFUSED: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/**
 * What sends the requests. The platform's own client is there already, which matters for a command that is over soon;
 * but it knows no proxies, refuses some ports, and gives up a stream that is silent for five minutes. Where that may
 * matter, it is the library's.
 *
 * @param url - of the server
 * @param invocation - the command
 */
export function requestsBy(
  url: string,
  { options, around }: Pick<Invocation, "options" | "around">,
): Pick<HttpOptions, "fetch" | "proxyFromEnvironment"> {
  const { port, protocol } = new URL(url);
  const number = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  const open = number === 80 || number === 443 || (number > 1023 && !REFUSED.has(number));
  const proxied = ["http_proxy", "https_proxy"].some(
    (name) => (around.env[name] ?? around.env[name.toUpperCase()] ?? "") !== "",
  );
  const limit = timeLimit(options);
  const patient = limit === 0 || limit > SILENCE;
  return proxied || patient || !open ? { proxyFromEnvironment: true } : { fetch: globalThis.fetch };
}
