import type { Examiner } from "../examiner.ts";
import type { HeaderChanges, HttpAnswer, Wire } from "./wire.ts";

/** What a rule about an answer shows when it does not hold. */
export function shown({ status, text }: HttpAnswer): string {
  return `HTTP ${status} ${text}`.trim();
}

/** Bodies that are no JSON, and pages of other origins. */
export async function bodiesAndOrigins(
  wire: Wire,
  examiner: Examiner,
  ping: (headers: HeaderChanges) => Promise<HttpAnswer>,
  headers: HeaderChanges,
): Promise<void> {
  const broken = await wire.post("{ this is no JSON", headers);
  examiner.note("http-parse", broken.status === 400, () => ({
    subject: "POST",
    problem: `a body that is no JSON was answered ${broken.status}, not 400`,
    evidence: shown(broken),
  }));
  // Only a server on this machine can be reached through a browser's back (DNS rebinding).
  if (!isLoopback(wire.url)) return;
  const foreign = await ping({ origin: "https://attacker.invalid" });
  // The status is fixed since 2025-11-25; that it is refused was asked for before.
  const refused =
    examiner.revision >= "2025-11-25"
      ? foreign.status === 403
      : foreign.status >= 400 && foreign.status < 500;
  examiner.note("http-origin", refused, () => ({
    subject: "POST",
    problem: `a request with Origin: https://attacker.invalid was answered ${foreign.status}, not 403`,
    evidence: shown(foreign),
  }));
}

/** How a request is answered when all is well. */
export function contentType(examiner: Examiner, method: string, answer: HttpAnswer): void {
  const known = answer.contentType === "application/json" || answer.contentType === "text/event-stream";
  examiner.note("http-content-type", known, () => ({
    subject: method,
    problem: `it was answered as ${answer.contentType === "" ? "nothing" : answer.contentType}`,
    evidence: shown(answer),
  }));
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}
