import { afterEach, expect, test, vi } from "vitest";
import { isAuthorizationError } from "../../src/errors.ts";
import { authorizationCode } from "../../src/providers/authorization-code.ts";

const module = "../../src/authorize/sign-in-code.ts";

afterEach(() => {
  vi.doUnmock(module);
});

test("where the part that signs users in cannot be loaded, the error says so and what to do", async () => {
  vi.doMock(module, () => {
    throw new TypeError("import() is disallowed on ServiceWorkerGlobalScope by the HTML specification");
  });
  const provider = authorizationCode({ redirectUri: "https://app.example/callback", clientId: "app" });

  const thrown = await provider.complete("?code=1&state=2").catch((error: unknown) => error);

  if (!isAuthorizationError(thrown, "not_loaded")) throw new Error("not the error of loading");
  expect(thrown.message).toMatch(
    /^Cannot sign in: the part of @snodo\/oauth that does it did not load \(.+\)\. Reload the page; where import\(\) is not allowed, bundle into one file\.$/,
  );
  expect(thrown.reason).toEqual({
    type: "authorization",
    problem: "not_loaded",
    retryable: false,
    error: "import",
  });
});
