import { expect, test } from "vitest";
import { parseChallenges } from "../../src/auth/challenge.ts";
import { isAnswerTo, judge, type Refusal } from "../../src/response/judge.ts";

function refused(difference: Partial<Refusal> & { readonly www?: string }): ReturnType<typeof judge> {
  const { www = "", ...rest } = difference;
  const status = rest.status ?? 400;
  return judge({
    status,
    body: "",
    id: 7,
    session: false,
    challenge: { status, schemes: parseChallenges(www) },
    ...rest,
  });
}

const body = (id: unknown, code = -32000): string =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: "m" } });
const answered = (code = -32000): object => ({
  type: "answer",
  response: { jsonrpc: "2.0", id: 7, error: { code, message: "m" } },
});

test.each([400, 402, 404, 405, 409, 413, 422, 429, 500, 502, 503])(
  "an error with our id is the answer, with status %i",
  (status) => {
    expect(refused({ status, body: body(7) })).toEqual(answered());
  },
);

test("403 without a challenge may carry our answer", () => {
  expect(refused({ status: 403, body: body(7) })).toEqual(answered());
});

test("the id may come back as a decimal string", () => {
  expect(refused({ body: body("7") })).toEqual(answered());
});

test.each([null, undefined])("an error with id %s answers the request it came for", (id) => {
  expect(refused({ body: body(id) })).toEqual(answered());
});

test.each([429, 503])(
  "an error without an id keeps the status %i: it is about whoever asks next",
  (status) => {
    expect(refused({ status, body: body(null) })).toEqual({
      type: "status",
      error: { code: -32000, message: "m" },
    });
  },
);

test("an error for another id is no answer", () => {
  expect(refused({ body: body(8) })).toMatchObject({ type: "status" });
});

test("401 stays what it is, whatever the body", () => {
  expect(refused({ status: 401, body: body(7) })).toEqual({ type: "unauthorized" });
});

test("403 with a challenge stays what it is", () => {
  expect(refused({ status: 403, body: body(7), www: 'Bearer error="insufficient_scope"' })).toEqual({
    type: "unauthorized",
  });
});

test("403 without anything is an authorization failure", () => {
  expect(refused({ status: 403, body: "<html>" })).toEqual({ type: "unauthorized" });
});

test.each(["", "<html>gone</html>", body(null, -32001), body(7, -32001), body(7, -32602), "[]", "{"])(
  "404 with a session says that it is gone, with body %j",
  (text) => {
    expect(refused({ status: 404, session: true, body: text })).toEqual({ type: "session_expired" });
  },
);

test("404 with a session and -32601 for our id knows the session, not the method", () => {
  expect(refused({ status: 404, session: true, body: body(7, -32601) })).toEqual(answered(-32601));
});

test("-32601 that names no request does not save the session", () => {
  expect(refused({ status: 404, session: true, body: body(null, -32601) })).toEqual({
    type: "session_expired",
  });
});

test.each(["", "not found", "<html>", '{"error":"x"}', '{"jsonrpc":"2.0","id":7,"result":{}}', "{broken"])(
  "%j is a status and nothing more",
  (text) => {
    expect(refused({ status: 404, body: text })).toEqual({ type: "status", error: undefined });
  },
);

test("a notification has no answer, so an error tells its status", () => {
  expect(refused({ id: undefined, body: body(null) })).toEqual({
    type: "status",
    error: { code: -32000, message: "m" },
  });
});

test.each([
  [7, 7, true],
  [7, "7", true],
  [7, "07", false],
  [7, " 7", false],
  [7, "7.0", false],
  [7, true, false],
  [0, "", false],
  [0, null, false],
  ["a", "a", true],
  ["7", 7, false],
] as const)("request %j, answer %j: %s", (id, answeredId, same) => {
  expect(isAnswerTo(id, answeredId)).toBe(same);
});
