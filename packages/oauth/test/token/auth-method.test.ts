import { describe, expect, test } from "vitest";
import { environmentOf } from "../../src/environment.ts";
import { Secret } from "../../src/secret.ts";
import { alternativeMethod, authMethodOf, chooseAuthMethod } from "../../src/token/auth-method.ts";
import { authenticate, type ClientIdentity } from "../../src/token/client.ts";

describe("chooseAuthMethod", () => {
  const choose = (inputs: Partial<Parameters<typeof chooseAuthMethod>[0]>) =>
    chooseAuthMethod({ listed: undefined, hasSecret: true, hasKey: false, ...inputs });
  test.each([
    ["a configured key wins", { hasKey: true, listed: ["client_secret_basic"] }, "private_key_jwt"],
    [
      "what the registration said, if listed",
      { returned: "client_secret_post" as const, listed: ["client_secret_basic", "client_secret_post"] },
      "client_secret_post",
    ],
    [
      "not what the registration said, if not listed",
      { returned: "client_secret_basic" as const, listed: ["client_secret_post"] },
      "client_secret_post",
    ],
    [
      "Basic before the body",
      { listed: ["none", "client_secret_post", "client_secret_basic"] },
      "client_secret_basic",
    ],
    ["the body before nothing", { listed: ["none", "client_secret_post"] }, "client_secret_post"],
    ["nothing where only that is listed, secret or not", { listed: ["none"] }, "none"],
    ["Basic with a secret where nothing is listed", {}, "client_secret_basic"],
    ["nothing without a secret where nothing is listed", { hasSecret: false }, "none"],
    [
      "nothing without a secret, whatever is listed",
      { hasSecret: false, listed: ["client_secret_basic"] },
      "none",
    ],
    ["none as the registration said, where nothing is listed", { returned: "none" as const }, "none"],
    ["never a key that is not there", { returned: "private_key_jwt" as const, hasSecret: false }, "none"],
  ])("%s", (_name, inputs, method) => {
    expect(choose(inputs)).toBe(method);
  });
});

test("a secret that was given for a client that asked for none is tried once after a refusal", () => {
  const inputs = { listed: ["none", "client_secret_basic"], hasSecret: true, hasKey: false };
  expect(alternativeMethod("none", inputs)).toBe("client_secret_basic");
  expect(alternativeMethod("none", { ...inputs, listed: ["none"] })).toBe("client_secret_post");
  expect(alternativeMethod("client_secret_basic", inputs)).toBe("client_secret_post");
  expect(alternativeMethod("client_secret_post", inputs)).toBe("client_secret_basic");
  expect(alternativeMethod("none", { ...inputs, hasSecret: false })).toBeUndefined();
  expect(alternativeMethod("private_key_jwt", inputs)).toBeUndefined();
});

test("a method nobody knows is none", () => {
  expect([authMethodOf("tls_client_auth"), authMethodOf(7), authMethodOf("none")]).toEqual([
    undefined,
    undefined,
    "none",
  ]);
});

describe("authenticate", () => {
  const issuer = "https://as.example.com";
  const send = async (
    method: ClientIdentity["method"],
    id: string,
    secret: string | undefined,
    encoding?: "form" | "raw",
  ) => {
    const env = environmentOf({
      issuers: encoding === undefined ? {} : { [`${issuer}/`]: { basicEncoding: encoding } },
    });
    const client: ClientIdentity = {
      id,
      source: "configured",
      method,
      secret: secret === undefined ? undefined : new Secret(secret),
      inputs: { listed: undefined, hasSecret: true, hasKey: false },
    };
    const request = { issuer, clientId: id, body: new URLSearchParams(), headers: new Headers(), now: 0 };
    await authenticate(env, client, method, request);
    const basic = request.headers.get("authorization")?.replace("Basic ", "");
    return {
      body: request.body.toString(),
      basic: basic === undefined ? undefined : Buffer.from(basic, "base64").toString(),
    };
  };

  test("percent-encodes each part of a Basic credential, which leaves plain ones as they are", async () => {
    expect((await send("client_secret_basic", "pre-registered.client_1~x", "a-b_c.d")).basic).toBe(
      "pre-registered.client_1~x:a-b_c.d",
    );
    expect((await send("client_secret_basic", "id:x", "p+ä %")).basic).toBe("id%3Ax:p%2B%C3%A4%20%25");
  });

  test("encodes as the issuer needs it, where that is said", async () => {
    expect((await send("client_secret_basic", "a-b c", "d+e", "form")).basic).toBe("a-b+c:d%2Be");
    expect((await send("client_secret_basic", "a-b c", "d+e%", "raw")).basic).toBe("a-b c:d+e%");
  });

  test("puts the secret into the body, or nowhere", async () => {
    expect(await send("client_secret_post", "id", "s&t")).toEqual({
      body: "client_id=id&client_secret=s%26t",
      basic: undefined,
    });
    expect(await send("none", "id", "s")).toEqual({ body: "client_id=id", basic: undefined });
    expect(await send("none", "", undefined)).toEqual({ body: "", basic: undefined });
  });
});
