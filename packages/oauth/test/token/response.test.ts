import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTokenAnswer, type TokenAnswer } from "../../src/token/response.ts";

const read = (body: unknown, status = 200) => readTokenAnswer(status, JSON.stringify(body));
const tokens = (answer: TokenAnswer) => {
  if (answer.type !== "tokens") throw new Error(answer.type);
  const { accessToken, refreshToken, ...rest } = answer.tokens;
  return { access: accessToken.reveal(), refresh: refreshToken?.reveal(), ...rest };
};

describe("tokens", () => {
  test.each([
    ["in upper case", "BEARER", "Bearer"],
    ["missing", undefined, "Bearer"],
    ["of Slack", "user", "Bearer"],
    ["of a token exchange", "N_A", "Bearer"],
    ["bound", "dpop", "DPoP"],
  ])("with a type %s", (_name, type, scheme) => {
    expect(tokens(read({ access_token: "a", token_type: type })).scheme).toBe(scheme);
  });

  test.each([
    [3600, 3_600_000],
    ["3600", 3_600_000],
    ["5250", 5_250_000],
    [0, 0],
    [1e300, 10 * 365 * 24 * 3600 * 1000],
    [null, undefined],
    [undefined, undefined],
    ["soon", undefined],
    ["", undefined],
    [-1, undefined],
    [[], undefined],
  ])("with expires_in %j", (value, milliseconds) => {
    expect(tokens(read({ access_token: "a", expires_in: value })).expiresIn).toBe(milliseconds);
  });

  test.each([
    ["missing", {}],
    ["empty", { refresh_token: "" }],
    ["null", { refresh_token: null }],
  ])("whose refresh token is %s have none", (_name, part) => {
    expect(tokens(read({ access_token: "a", ...part })).refresh).toBeUndefined();
  });

  test.each([
    ["a b", "a b"],
    [["a", "b"], "a b"],
    [null, undefined],
    ["", undefined],
  ])("with scope %j", (scope, granted) => {
    expect(tokens(read({ access_token: "a", scope })).granted).toBe(granted);
  });

  test("whose id_token is of somebody else are tokens all the same: it is of no use here", () => {
    expect(tokens(read({ access_token: "a", id_token: "not.even.one" })).access).toBe("a");
  });

  test("come form-encoded from GitHub", () => {
    const answer = readTokenAnswer(
      200,
      "access_token=gho_1&expires_in=28800&refresh_token=ghr_1&scope=repo%20gist&token_type=bearer",
    );
    expect(tokens(answer)).toEqual({
      access: "gho_1",
      refresh: "ghr_1",
      scheme: "Bearer",
      granted: "repo gist",
      expiresIn: 28_800_000,
    });
  });

  test.each([200, 201])("come with status %i", (status) => {
    expect(read({ access_token: "a" }, status).type).toBe("tokens");
  });

  test.each([400, 401, 403, 500])("do not come with status %i", (status) => {
    expect(read({ access_token: "a" }, status).type).toBe("unreadable");
  });
});

describe("errors", () => {
  test.each([
    [200, { error: "bad_verification_code", error_description: "expired" }, "bad_verification_code"],
    [200, { ok: false, error: "invalid_code" }, "invalid_code"],
    [200, { ok: false }, "not_ok"],
    [400, { error: "invalid_grant" }, "invalid_grant"],
    [401, { error: "invalid_client" }, "invalid_client"],
    [503, { error: "temporarily_unavailable" }, "temporarily_unavailable"],
  ])("with status %i: %j", (status, body, error) => {
    expect(read(body, status)).toMatchObject({ type: "error", error });
  });

  test("come before tokens: both together are an error", () => {
    expect(read({ access_token: "a", error: "x" }).type).toBe("error");
  });

  test("come form-encoded too", () => {
    expect(readTokenAnswer(200, "error=bad_code&error_description=gone")).toMatchObject({
      error: "bad_code",
      description: "gone",
    });
  });
});

describe("what is neither", () => {
  test.each(["", "<html>", "[]", "null", '"x"', "7", "Forbidden", "a b=c"])("%j says so", (text) => {
    expect(readTokenAnswer(200, text)).toMatchObject({ type: "unreadable" });
  });

  test("names the fields and their types, never a value", () => {
    const answer = read({
      accessToken: "secret-1",
      access_token: 7,
      "secret-2": "x",
      refresh_token: "secret-3",
    });
    expect(answer).toEqual({
      type: "unreadable",
      problem: "no access_token (access_token: number, refresh_token: string)",
    });
  });

  test.each(["a\r\nx-evil: 1", "a b", "tökén", "\u0000"])(
    "a token no header can carry is none: %j",
    (token) => {
      expect(read({ access_token: token }).type).toBe("unreadable");
    },
  );

  test("and nothing throws, whatever comes", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.integer({ min: 200, max: 599 }), (text, status) => {
        const answer = readTokenAnswer(status, text);
        if (answer.type === "tokens") expect(status).toBeLessThan(300);
      }),
    );
  });
});
