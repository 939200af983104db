import { expect, test } from "vitest";
import * as cache from "../src/index.ts";
import * as redis from "../src/redis.ts";

test("the package exports these values and no others", () => {
  expect(Object.keys(cache).sort()).toEqual(["memoryStore", "responseCache"]);
  expect(Object.keys(redis)).toEqual(["redisStore"]);
});
