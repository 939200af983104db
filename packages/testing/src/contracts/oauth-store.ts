import type { JsonObject } from "@snodo/protocol";
import type { ContractCase } from "./case.ts";
import { check, equal } from "./check.ts";
import { oauthStoreLocks } from "./oauth-store-locks.ts";
import type { OAuthStoreLike, OAuthStoreRow, OAuthStoreSubject } from "./oauth-store-subject.ts";

/** A registration, the simplest record; `name` tells several apart. */
const record = (name: string, more: JsonObject = {}): JsonObject => ({
  schema: 1,
  issuer: "https://as.example.com",
  clientId: name,
  redirectUris: ["http://127.0.0.1:1/callback"],
  registeredAt: 1,
  ...more,
});
const KIND = "registration";

async function read(store: OAuthStoreLike, key: string): Promise<unknown> {
  return (await store.get(KIND, key))?.value;
}

async function versionOf(store: OAuthStoreLike, key: string): Promise<string> {
  const found = await store.get(KIND, key);
  check(found !== undefined, `there is no record ${key}`);
  return found.version;
}

const cases: readonly OAuthStoreRow[] = [
  [
    "records",
    "an unknown key has none",
    async ({ store }) => equal(await read(store, "unknown"), undefined, "the record"),
  ],
  [
    "records",
    "what was written is read back",
    async ({ store }) => {
      const value = record("a", { note: "日本 \u2028 \u0000 🎉", nested: { list: [1, null, true] } });
      check(await store.set(KIND, "a", value), "set without a condition gave false");
      equal(await read(store, "a"), value, "the record");
    },
  ],
  [
    "records",
    "a reader gets a copy",
    async ({ store }) => {
      const value: Record<string, unknown> = { ...record("a") };
      await store.set(KIND, "a", value);
      value["clientId"] = "changed";
      equal(await read(store, "a"), record("a"), "the record");
    },
  ],
  [
    "records",
    "kinds and keys are kept apart, whatever the key",
    async ({ store }) => {
      const keys = ["a", "A", "a/b", "../a", "a b", "__proto__", "constructor", "x".repeat(500)];
      for (const key of keys) await store.set(KIND, key, record(key));
      for (const key of keys) equal(await read(store, key), record(key), `the record of ${key.slice(0, 20)}`);
      equal(await store.get("tokens", "a"), undefined, "the record of another kind");
    },
  ],
  [
    "records",
    "every write has a version of its own",
    async ({ store }) => {
      await store.set(KIND, "a", record("a"));
      const first = await versionOf(store, "a");
      equal(await versionOf(store, "a"), first, "the version, read again");
      await store.set(KIND, "a", record("a"));
      check((await versionOf(store, "a")) !== first, "the version stayed the same after a write");
    },
  ],
  [
    "conditions",
    "a write with an old version does nothing",
    async ({ store }) => {
      await store.set(KIND, "a", record("1"));
      const old = await versionOf(store, "a");
      check(
        await store.set(KIND, "a", record("2"), { ifVersion: old }),
        "a write with the right version gave false",
      );
      check(
        !(await store.set(KIND, "a", record("3"), { ifVersion: old })),
        "a write with an old version gave true",
      );
      equal(await read(store, "a"), record("2"), "the record");
    },
  ],
  [
    "conditions",
    "null asks for no record",
    async ({ store }) => {
      check(await store.set(KIND, "a", record("1"), { ifVersion: null }), "the first write gave false");
      check(!(await store.set(KIND, "a", record("2"), { ifVersion: null })), "the second write gave true");
      equal(await read(store, "a"), record("1"), "the record");
    },
  ],
  [
    "conditions",
    "a delete with an old version does nothing",
    async ({ store }) => {
      await store.set(KIND, "a", record("1"));
      const old = await versionOf(store, "a");
      await store.set(KIND, "a", record("2"));
      check(!(await store.delete(KIND, "a", { ifVersion: old })), "a delete with an old version gave true");
      check(
        await store.delete(KIND, "a", { ifVersion: await versionOf(store, "a") }),
        "the right version gave false",
      );
      equal(await read(store, "a"), undefined, "the record");
    },
  ],
  [
    "deletes",
    "one of many who delete a record is the one who did",
    async ({ store, other }) => {
      await store.set(KIND, "a", record("1"));
      const stores = [store, other ?? store, store, other ?? store, store];
      const outcomes = await Promise.all(stores.map((one) => one.delete(KIND, "a")));
      equal(outcomes.filter(Boolean).length, 1, "how many were told that they removed it");
      check(!(await store.delete(KIND, "a")), "there was something left to delete");
    },
  ],
  [
    "shared",
    "another store object sees what was written, and its conditions hold",
    async ({ store, other }) => {
      check(other !== undefined, "the subject has no second store");
      await store.set(KIND, "a", record("1"));
      equal(await read(other, "a"), record("1"), "the record");
      const version = await versionOf(other, "a");
      await store.set(KIND, "a", record("2"));
      check(!(await other.set(KIND, "a", record("3"), { ifVersion: version })), "an old version gave true");
    },
    "shared",
  ],
  [
    "shared",
    "of many who write a new record one succeeds",
    async ({ store, other }) => {
      check(other !== undefined, "the subject has no second store");
      const stores = [store, other, store, other, store, other];
      const outcomes = await Promise.all(
        stores.map((one, at) => one.set(KIND, "a", record(`${at}`), { ifVersion: null })),
      );
      equal(outcomes.filter(Boolean).length, 1, "how many wrote it");
    },
    "shared",
  ],
];

/**
 * What every `OAuthStore` must do. A feature a store may lack: `shared` (a second store object over the same data).
 */
export const oauthStoreContract: readonly ContractCase<OAuthStoreSubject>[] = Object.freeze(
  [...cases, ...oauthStoreLocks].map(([group, name, run, needs]) =>
    needs === undefined ? { group, name, run } : { group, name, run, needs: [needs] },
  ),
);
