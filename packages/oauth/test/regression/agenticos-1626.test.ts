// vstorm-co/agenticos#1626: the error about a malformed token reply logs the token.
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { setup } from "../fixtures/signed-in.ts";
import { failure } from "../fixtures/transport.ts";
import { json, World } from "../fixtures/world.ts";

test("the error names fields and types", async () => {
  const world = new World();
  world.routes.set("POST https://as.example.com/token", () =>
    json({ access_token: ["tok-secret"], id_token: "id-secret" }),
  );
  const error = await failure(setup({}, world).call());
  expect(error.message).toContain("HTTP 200, no access_token (access_token: object, id_token: string)");
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("secret");
});
