import { cacheStoreContract, manualClock, runContract } from "@snodo/testing";
import { expect, test } from "vitest";
import { memoryStore } from "../../src/index.ts";

runContract(test, cacheStoreContract, () => {
  const clock = manualClock();
  const store = memoryStore({ clock });
  return { store, other: store, pass: (milliseconds) => clock.advance(milliseconds) };
});

test("it is bounded by number and by bytes", async () => {
  const store = memoryStore({ maxEntries: 3, maxBytes: 10 });
  const put = async (key: string, value: string) => {
    const { mark } = await store.get(key, key);
    await store.set(key, key, { value, ttlMs: 1000, bytes: value.length, mark });
  };
  const left = async (...keys: string[]) =>
    (await Promise.all(keys.map((key) => store.get(key, key)))).map(({ entry }) => entry?.value);
  await put("a", "1234");
  await put("b", "1234");
  await put("c", "1234");
  expect(await left("a", "b", "c")).toEqual([undefined, "1234", "1234"]);
  await put("d", "12345678901");
  expect(await left("d")).toEqual([undefined]);
});
