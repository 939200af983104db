import { messageOf, quote } from "@snodo/protocol";
import { type AuthorizationError, authError } from "../errors.ts";

/** What only a sign-in needs. */
export type SignInCode = typeof import("./sign-in-code.ts");

/**
 * Loads the part that signs users in, when one is to be signed in: a page that has a token, or renews one, does
 * without it. See docs/adr/0008-sign-in-is-loaded-when-needed.md.
 *
 * @throws McpError `authorization` (`not_loaded`)
 */
export async function signInCode(): Promise<SignInCode> {
  try {
    return await import("./sign-in-code.ts");
  } catch (thrown) {
    throw notLoaded(thrown);
  }
}

/**
 * The error where a module cannot be loaded: a page whose files moved since it was opened, or a runtime without
 * `import()`, such as a service worker.
 *
 * @param thrown - what the runtime said; it names the module and holds no secret
 */
function notLoaded(thrown: unknown): AuthorizationError {
  return authError(
    "not_loaded",
    `Cannot sign in: the part of @snodo/oauth that does it did not load (${quote(messageOf(thrown))}). ` +
      "Reload the page; where import() is not allowed, bundle into one file.",
    { error: "import" },
  );
}
