import { describe, expect, test } from "vitest";
import {
  type BrowserWindow,
  completePopup,
  completeRedirect,
  popupFlow,
  redirectFlow,
  sessionStore,
  type WindowMessage,
} from "../../src/browser.ts";
import { setup } from "../fixtures/signed-in.ts";
import { ManualTime, until } from "../fixtures/time.ts";
import { failure } from "../fixtures/transport.ts";
import { World } from "../fixtures/world.ts";

const ORIGIN = "https://app.example.com";
const REDIRECT = `${ORIGIN}/callback`;

/** A window, and what happened to it. */
function fakeWindow(href = `${ORIGIN}/`) {
  const listeners = new Set<(event: WindowMessage) => void>();
  const popups: { url: string; closed: boolean }[] = [];
  const visited: string[] = [];
  let current = new URL(href);
  let blocked = false;
  const window: BrowserWindow = {
    location: {
      get href() {
        return current.href;
      },
      get search() {
        return current.search;
      },
      origin: ORIGIN,
      assign: (url) => {
        visited.push(url);
      },
    },
    history: {
      replaceState: (_data, _unused, url) => {
        current = new URL(url, current);
      },
    },
    opener: null,
    open: (url) => {
      if (blocked) return null;
      const popup = { url, closed: false };
      popups.push(popup);
      return {
        get closed() {
          return popup.closed;
        },
        location: {
          get href() {
            return popup.url;
          },
          set href(next) {
            popup.url = next;
          },
        },
        close: () => {
          popup.closed = true;
        },
      };
    },
    close: () => undefined,
    addEventListener: (_type, listener) => listeners.add(listener),
    removeEventListener: (_type, listener) => listeners.delete(listener),
  };
  const post = (data: unknown, origin = ORIGIN) => {
    for (const listener of listeners) listener({ data, origin });
  };
  const block = () => {
    blocked = true;
  };
  return { window, popups, visited, listeners, post, block, href: () => current.href };
}

/** A sign-in through a popup that waits for its answer. */
async function inPopup() {
  const world = new World();
  const page = fakeWindow();
  const time = new ManualTime();
  const flow = popupFlow({ redirectUri: REDIRECT, window: page.window, clock: time.clock });
  flow.open();
  expect(page.popups.map(({ url }) => url)).toEqual(["about:blank"]);
  const outcome = setup({ flow }, world).call();
  await until(() => page.popups[0]?.url.startsWith("https://as.example.com") === true);
  const params = await world.visit(page.popups[0]?.url ?? "");
  return {
    world,
    page: { ...page, open: () => flow.open(), done: () => flow.close() },
    time,
    outcome,
    query: `?${params}`,
  };
}

describe("popupFlow", () => {
  test("uses the window that was opened in the click, and closes it", async () => {
    const { page, outcome, query } = await inPopup();
    page.post({ type: "snodo-oauth-callback", query });
    expect((await outcome).status).toBe(200);
    expect(page.popups).toMatchObject([{ closed: true }]);
    expect(page.listeners.size).toBe(0);
  });

  test("takes down a window that turned out not to be needed", async () => {
    const page = fakeWindow();
    const flow = popupFlow({ redirectUri: REDIRECT, window: page.window });
    flow.close();
    flow.open();
    flow.close();
    expect(page.popups).toEqual([{ url: "about:blank", closed: true }]);
    flow.open();
    expect(page.popups.map(({ closed }) => closed)).toEqual([true, false]);
  });

  test("leaves a window to the sign-in that is under way in it", async () => {
    const { page, outcome, query } = await inPopup();
    page.done();
    expect(page.popups).toMatchObject([{ closed: false }]);
    page.post({ type: "snodo-oauth-callback", query });
    expect((await outcome).status).toBe(200);
    expect(page.popups).toMatchObject([{ closed: true }]);
  });

  test("takes the answer from the channel, where the opener was cut off", async () => {
    const { outcome, query } = await inPopup();
    const popup = fakeWindow(`${REDIRECT}${query}`);
    completePopup(popup.window);
    expect((await outcome).status).toBe(200);
    expect(popup.href()).toBe(REDIRECT);
  });

  test("ignores messages of other origins, other shapes and other sign-ins", async () => {
    const { world, page, outcome, query } = await inPopup();
    page.post(
      { type: "snodo-oauth-callback", query: query.replace("code=", "code=evil") },
      "https://evil.example.com",
    );
    for (const data of [null, "x", {}, { type: "snodo-oauth-callback" }, { type: "other", query }])
      page.post(data);
    page.post({ type: "snodo-oauth-callback", query: "?code=c&state=other" });
    page.post({ type: "snodo-oauth-callback", query });
    expect((await outcome).status).toBe(200);
    expect(world.tokenRequests[0]?.form.get("code")).not.toContain("evil");
  });

  const close = (page: Pick<ReturnType<typeof fakeWindow>, "popups">) => {
    const [popup] = page.popups;
    if (popup !== undefined) popup.closed = true;
  };
  const pass = (time: ManualTime, milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 500) time.advance(500);
  };

  test("notices that the user closed it, later than a last report could come", async () => {
    const { page, time, outcome } = await inPopup();
    const failed = failure(outcome);
    pass(time, 5_000);
    close(page);
    pass(time, 61_000);
    expect((await failed).message).toBe("The sign-in failed: its window was closed. Start again.");
    expect(await failed).toMatchObject({ reason: { problem: "callback", error: "closed" } });
  });

  test("a window that was closed can be opened again, and goes on", async () => {
    const { page, time, outcome, query } = await inPopup();
    pass(time, 5_000);
    close(page);
    pass(time, 30_000);
    page.open();
    expect(page.popups[1]?.url).toBe(page.popups[0]?.url);
    pass(time, 60_000);
    page.post({ type: "snodo-oauth-callback", query });
    expect((await outcome).status).toBe(200);
  });

  test("a window that COOP cut off looks closed at once, and is waited for all the same", async () => {
    const { page, time, outcome, query } = await inPopup();
    close(page);
    pass(time, 200_000);
    completePopup(fakeWindow(`${REDIRECT}${query}`).window);
    expect((await outcome).status).toBe(200);
  });

  test("says why when the browser opens no window", async () => {
    const page = fakeWindow();
    page.block();
    const { call } = setup({ flow: popupFlow({ redirectUri: REDIRECT, window: page.window }) });
    const error = await failure(call());
    expect(error.message).toContain("Call the flow's open() in the handler of a click.");
    expect(error).toMatchObject({ reason: { error: "popup_blocked" } });
  });
});

describe("redirectFlow", () => {
  test("leaves the page, and finishes on the one the user comes back to", async () => {
    const world = new World();
    const items = new Map<string, string>();
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => {
        items.set(key, value);
      },
      removeItem: (key: string) => {
        items.delete(key);
      },
    };
    const make = (page: ReturnType<typeof fakeWindow>) =>
      setup(
        {
          flow: redirectFlow({ redirectUri: REDIRECT, window: page.window }),
          store: sessionStore({ storage }),
        },
        world,
      );
    const first = fakeWindow();
    const abort = new AbortController();
    const left = failure(make(first).call({ signal: abort.signal }));
    await until(() => first.visited.length === 1);
    expect([...items.values()].join()).not.toContain("access-");
    const back = fakeWindow(`${REDIRECT}?${await world.visit(first.visited[0] ?? "")}`);
    const { provider, call } = make(back);
    expect(await completeRedirect(provider, back.window)).toBe(true);
    expect(back.href()).toBe(REDIRECT);
    expect(await call()).toEqual({ status: 200, sent: 1 });
    expect([...items.values()].join()).not.toContain("access-");
    abort.abort(new Error("the page is gone"));
    await left;
  });

  test("a page that was opened without an answer is left alone", async () => {
    const page = fakeWindow(`${REDIRECT}?tab=1`);
    const { provider } = setup({ flow: redirectFlow({ redirectUri: REDIRECT, window: page.window }) });
    expect(await completeRedirect(provider, page.window)).toBe(false);
    expect(page.href()).toBe(`${REDIRECT}?tab=1`);
  });
});
