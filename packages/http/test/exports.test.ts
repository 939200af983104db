import { expect, test } from "vitest";
import * as exported from "../src/index.ts";

test("these names are public", () => {
  expect(Object.keys(exported).sort()).toEqual(["http", "legacySse"]);
});
