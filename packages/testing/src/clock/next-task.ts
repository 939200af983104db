/** Runs something in a task of its own: by then every promise callback has run. */
export const nextTask: (run: () => void) => void = pick();

// Picked now, so that a test framework that replaces the globals later does not stop it.
function pick(): (run: () => void) => void {
  const { setImmediate: immediately } = globalThis as { setImmediate?: (run: () => void) => unknown };
  if (typeof immediately === "function") return (run) => void immediately(run);
  const { setTimeout } = globalThis;
  return (run) => void setTimeout(run, 0);
}
