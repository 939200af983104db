import type { Diagnostic, Diagnostics } from "@snodo/protocol";

/** Prints warnings with `console.warn`, and nothing else. */
export const consoleDiagnostics: Diagnostics = Object.freeze({
  report(diagnostic: Diagnostic): void {
    if (diagnostic.level !== "warning") return;
    const where = diagnostic.server === undefined ? "" : ` (${diagnostic.server})`;
    // biome-ignore lint/suspicious/noConsole: the documented default of the `diagnostics` option
    console.warn(`[snodo] ${diagnostic.message}${where}`);
  },
});

/**
 * Shields the library from a `diagnostics` option that throws.
 *
 * @param diagnostics - the application's
 */
export function guarded(diagnostics: Diagnostics): Diagnostics {
  return {
    report(diagnostic) {
      // Reporting must not break the call it reports on, and there is nobody left to tell of what it throws.
      try {
        const outcome: unknown = diagnostics.report(diagnostic);
        if (outcome instanceof Promise) outcome.catch(() => undefined);
      } catch {
        return;
      }
    },
  };
}
