// Field report 21: modelcontextprotocol/typescript-sdk#216, #196, #277.
import { expect, test } from "vitest";
import { open, puppet } from "../support/open.ts";

test("a variable of the caller joins the default environment instead of replacing it", async () => {
  const { request } = await open({ ...puppet({ env: { KEY: "value" } }), command: "node" });
  const environment = await request("environment");
  expect(environment).toMatchObject({ KEY: "value", PATH: process.env["PATH"] });
});

test("everything is inherited when that is asked for", async () => {
  const { request } = await open(puppet({ env: { KEY: "value" }, inheritEnv: true }));
  expect(await request("environment")).toMatchObject({ ...process.env, KEY: "value" });
});
