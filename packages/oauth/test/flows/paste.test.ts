import { describe, expect, test } from "vitest";
import { type PasteFlowOptions, pasteFlow } from "../../src/node/index.ts";
import { setup } from "../fixtures/signed-in.ts";
import { failure } from "../fixtures/transport.ts";
import { World } from "../fixtures/world.ts";

/** A user who pastes these, one after the other; `%` stands for the right address. */
function pasting(pastes: readonly ((right: string) => string)[], options: Partial<PasteFlowOptions> = {}) {
  const world = new World();
  const problems: (string | undefined)[] = [];
  let right = "";
  const flow = pasteFlow({
    ...options,
    prompt: async (url, problem) => {
      problems.push(problem);
      if (right === "") right = `http://127.0.0.1:1/callback?${await world.visit(url)}`;
      return pastes[problems.length - 1]?.(right) ?? "";
    },
  });
  return { problems, ...setup({ flow }, world) };
}

describe("pasteFlow", () => {
  test.each([
    ["the whole address", (url: string) => url],
    ["with spaces around it", (url: string) => `  ${url}\n`],
    ["its query", (url: string) => new URL(url).search],
    ["its query without the mark", (url: string) => new URL(url).search.slice(1)],
    ["with a fragment", (url: string) => `${url}#`],
  ])("takes %s", async (_name, paste) => {
    const { call } = pasting([paste]);
    expect((await call()).status).toBe(200);
  });

  test("says what is wrong with anything else, and asks again", async () => {
    const { problems, call } = pasting([
      (url) => new URL(url).searchParams.get("code") ?? "",
      (url) => url.replace("state=", "state=x"),
      (url) => url,
    ]);
    expect((await call()).status).toBe(200);
    expect(problems).toEqual([
      undefined,
      "That is a code alone. Paste the whole address of the page.",
      "That is not the answer to this sign-in. Paste the whole address of the page.",
    ]);
  });

  test("takes a code alone where the application allows it, and the server needs no iss", async () => {
    const made = pasting([(url) => new URL(url).searchParams.get("code") ?? ""], { allowBareCode: true });
    made.world.metadata = { ...made.world.metadata, authorization_response_iss_parameter_supported: false };
    expect((await made.call()).status).toBe(200);
  });

  test("checks iss as ever", async () => {
    const { world, call } = pasting([(url) => url.replace("iss=https%3A%2F%2Fas", "iss=https%3A%2F%2Fevil")]);
    expect(await failure(call())).toMatchObject({ reason: { problem: "issuer_mismatch" } });
    expect(world.tokenRequests).toHaveLength(0);
  });

  test("gives up after five", async () => {
    const { problems, call } = pasting([]);
    expect(await failure(call())).toMatchObject({ reason: { problem: "callback", error: "state" } });
    expect(problems).toHaveLength(5);
  });
});
