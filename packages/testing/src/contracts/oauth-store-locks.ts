import { check, equal, rejection, soon } from "./check.ts";
import type { OAuthStoreLike, OAuthStoreRow } from "./oauth-store-subject.ts";

const KIND = "registration";
const RECORD = {
  schema: 1,
  issuer: "https://as.example.com",
  clientId: "client",
  redirectUris: [],
  registeredAt: 1,
};

/** Runs under a lock until it is let go, and tells when it began. */
function holdLock(
  store: OAuthStoreLike,
  key: string,
): { began: Promise<void>; ended: Promise<void>; end(): void } {
  let begin: () => void = () => undefined;
  let end: () => void = () => undefined;
  const began = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const ended = store.withLock(key, async () => {
    begin();
    await over;
  });
  return { began, ended, end };
}

/** Counts how many holders run at once. */
async function crowd(stores: readonly OAuthStoreLike[], key: string): Promise<number> {
  let inside = 0;
  let most = 0;
  await Promise.all(
    stores.map((store) =>
      store.withLock(key, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await store.set(KIND, `crowd ${most}`, RECORD);
        inside -= 1;
      }),
    ),
  );
  return most;
}

/** The cases about locks. */
export const oauthStoreLocks: readonly OAuthStoreRow[] = [
  [
    "locks",
    "holders of one key run one after the other",
    async ({ store }) => equal(await crowd([store, store, store, store], "k"), 1, "holders at once"),
  ],
  [
    "locks",
    "another key is another lock",
    async ({ store }) => {
      const held = holdLock(store, "one");
      await soon(held.began, "the first holder");
      equal(
        await soon(
          store.withLock("two", async () => "in"),
          "the holder of another key",
        ),
        "in",
        "what it gave",
      );
      held.end();
      await soon(held.ended, "the end of the first holder");
    },
  ],
  [
    "locks",
    "what the holder returns or throws is passed on, and the lock is free afterwards",
    async ({ store }) => {
      equal(await store.withLock("k", async () => 7), 7, "what was returned");
      const error = new Error("of the holder");
      equal(
        (await rejection(
          store.withLock("k", () => Promise.reject(error)),
          "the holder",
        )) === error,
        true,
        "the error",
      );
      equal(
        await soon(
          store.withLock("k", async () => "free"),
          "the next holder",
        ),
        "free",
        "what it gave",
      );
    },
  ],
  [
    "locks",
    "who waits can give up",
    async ({ store }) => {
      const held = holdLock(store, "k");
      await soon(held.began, "the first holder");
      const abort = new AbortController();
      const reason = new Error("gave up");
      const waiting = rejection(
        store.withLock("k", async () => undefined, { signal: abort.signal }),
        "the one who gave up",
      );
      abort.abort(reason);
      check((await waiting) === reason, "it rejected with another reason than its signal's");
      held.end();
      await soon(held.ended, "the end of the first holder");
      equal(
        await soon(
          store.withLock("k", async () => "free"),
          "the next holder",
        ),
        "free",
        "what it gave",
      );
    },
  ],
  [
    "locks",
    "records can be read and written under a lock of the same key",
    async ({ store }) => {
      await store.withLock("k", async () => {
        await store.set(KIND, "k", RECORD, { ifVersion: null });
        equal((await store.get(KIND, "k"))?.value, RECORD, "the record");
      });
    },
  ],
  [
    "shared",
    "a lock excludes the holders of another store object",
    async ({ store, other }) => {
      check(other !== undefined, "the subject has no second store");
      equal(await crowd([store, other, store, other], "k"), 1, "holders at once");
    },
    "shared",
  ],
];
