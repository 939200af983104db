// Pins what the package gives out. A new name is a promise: add it here on purpose.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as client from "../src/index.ts";
import * as jsonSchema from "../src/json-schema.ts";

test("the values of the package", () => {
  expect(Object.keys(client).sort()).toEqual([
    "Subscription",
    "VERSION",
    "connect",
    "direct",
    "fillDefaults",
  ]);
  expect(Object.keys(jsonSchema)).toEqual(["cfworkerValidator"]);
});

test("the version is that of the package", () => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    readonly version: string;
  };
  expect(client.VERSION).toBe(version);
});
