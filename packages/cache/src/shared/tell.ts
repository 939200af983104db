import type { Diagnostic, Diagnostics } from "@snodo/protocol";

/**
 * Reports trouble. Reporting must not break what it reports on, whatever the application's diagnostics do.
 *
 * @param diagnostics - who is told, if anybody
 * @param diagnostic - what
 */
export function tell(diagnostics: Diagnostics | undefined, diagnostic: Diagnostic): void {
  try {
    const outcome: unknown = diagnostics?.report(diagnostic);
    if (outcome instanceof Promise) outcome.catch(() => undefined);
  } catch {
    // There is nobody left to tell.
  }
}
