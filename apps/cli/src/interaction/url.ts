import type { ElicitResult, UrlElicitation } from "@snodo/protocol";
import { safeText } from "../output/safe-text.ts";
import { type Asker, CANCELLED } from "./asker.ts";

/** How a URL is visited. */
export interface UrlVisit {
  /** Opens the browser of this machine; resolves with false when there is none. Undefined with `--no-browser`. */
  readonly open: ((url: string) => Promise<boolean>) | undefined;
  /** Whether the server learns by itself when the user is done there; else the user has to say so. */
  readonly serverWaits: boolean;
}

/**
 * Asks a user whether to visit a URL. It is shown whole, with its host, and nothing is opened or fetched before a yes.
 *
 * Spec: 2026-07-28 client/elicitation, URL mode.
 *
 * @param request - what the server asks for
 * @param server - who asks
 * @param asker - asks the user
 * @param visit - how a URL is visited
 */
export async function askUrl(
  request: UrlElicitation,
  server: string,
  asker: Asker,
  visit: UrlVisit,
): Promise<ElicitResult> {
  const url = readUrl(request.url);
  asker.say(`${server} asks you to visit a page`, introduction(request, url));
  // Other schemes start other programs.
  if (url === undefined) return { action: "decline" };
  const answer = await asker.choose(`Visit ${url.host}?`, [
    ...(visit.open === undefined ? [] : [{ value: "open", label: "Open it in the browser" }]),
    { value: "self", label: "I open it myself" },
    { value: "decline", label: "Decline", hint: "say no" },
    { value: "cancel", label: "Cancel", hint: "answer nothing" },
  ]);
  if (answer === CANCELLED || answer === "cancel") return { action: "cancel" };
  if (answer === "decline") return { action: "decline" };
  if (answer === "open" && (await visit.open?.(url.href)) !== true) {
    asker.say("No browser could be opened", `Open it yourself:\n${url.href}`);
  }
  if (visit.serverWaits) return { action: "accept" };
  const done = await asker.choose("When you are done there", [
    { value: "accept", label: "Go on" },
    { value: "cancel", label: "Cancel" },
  ]);
  return { action: done === "accept" ? "accept" : "cancel" };
}

function readUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const loopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && loopback) ? url : undefined;
}

function introduction({ message, url: text }: UrlElicitation, url: URL | undefined): string {
  if (url === undefined) {
    return `${safeText(message)}\n\nDeclined: only https pages are visited, and this is\n${safeText(text)}`;
  }
  const warnings = [
    ...(url.hostname.split(".").some((label) => label.startsWith("xn--"))
      ? ["! The host has letters that may look like others."]
      : []),
    ...(url.username !== "" || url.password !== "" ? ["! The host is what comes after the @."] : []),
  ];
  return [safeText(message), "", `host  ${url.host}`, `page  ${url.href}`, ...warnings].join("\n");
}
