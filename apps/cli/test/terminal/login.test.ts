import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { browser } from "../support/browser.ts";
import { MACHINE, type ProtectedServer, protectedServer, signIn } from "../support/protected-server.ts";
import { failure, json, snodo } from "../support/run-snodo.ts";
import { KEY, terminal } from "../support/terminal.ts";

let server: ProtectedServer;
let env: Record<string, string>;

beforeAll(async () => {
  // It says on the console that it is no production set-up.
  vi.spyOn(console, "info").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  server = await protectedServer();
});

afterAll(async () => {
  await server.close();
  vi.restoreAllMocks();
});

/** Nobody is signed in. */
beforeEach(async () => {
  env = {
    XDG_STATE_HOME: await mkdtemp(join(tmpdir(), "snodo-state-")),
    HOME: await mkdtemp(join(tmpdir(), "snodo-state-")),
  };
});

const run = (...words: readonly string[]) => snodo(words, { env });

describe("a server that wants a sign-in", () => {
  test("is signed in to through the browser, once; whoami and logout know", async () => {
    const there = await browser();
    const user = terminal(["login", server.url], { env: { ...env, ...there.env } });
    await user.see(/To sign in to http:\/\/127\.0\.0\.1:\d+\/mcp, open this page:\n(http:\S+)/);
    const page = (await there.opened()).trim();
    expect(page).toContain("code_challenge_method=S256");
    // The last redirect leads to the command, which waits for it.
    await fetch(await signIn(page));
    await user.see(/signed in at +http:\/\/127\.0\.0\.1/);
    await user.see(/may +mcp:read mcp:write/);
    await user.see(/for +(9|10) min .*and is renewed without you/);
    expect(await user.exited).toBe(0);

    const call = await run("call", server.url, "hello");
    expect(json(call)).toMatchObject({ content: [{ text: "hello, ada" }] });
    expect(server.subjects.at(-1)).toBe("ada");

    const who = await run("whoami", server.url);
    expect(json(who)).toMatchObject({
      signedIn: true,
      issuer: server.issuer,
      scopes: ["mcp:read", "mcp:write"],
      renewable: true,
    });
    expect(who.stdout).not.toMatch(/eyJ/);

    expect(json(await run("logout", server.url))).toMatchObject({ signedOut: true });
    expect(json(await run("logout", server.url))).toMatchObject({ signedOut: false });
    const after = await run("whoami", server.url);
    expect(after.code).toBe(4);
    expect(json(after)).toMatchObject({ signedIn: false });
  });

  test("is signed in to on the way, when a call needs it and somebody is there", async () => {
    const there = await browser();
    const user = terminal(["call", server.url, "hello"], { env: { ...env, ...there.env } });
    await user.see("open this page:");
    await fetch(await signIn((await there.opened()).trim()));
    await user.see("hello, ada");
    expect(await user.exited).toBe(0);
  });

  test("without a terminal is not signed in to: exit 4, and what to do", async () => {
    const ran = await run("tools", server.url, "--json");
    expect(ran).toMatchObject({ code: 4, stdout: "" });
    expect(failure(ran)).toMatchObject({
      reason: "authorization",
      exit: 4,
      message: `${server.url} wants a sign-in, and nobody can be asked here.`,
      hint: `Sign in with: snodo login ${server.url}`,
    });
    expect(failure(ran)["message"]).not.toContain("begin");
  });

  test("with --no-browser by pasting the address, which is asked for again when it is none", async () => {
    const user = terminal(["login", server.url, "--no-browser"], { env });
    await user.see("Open this page in any browser and sign in:\n");
    await user.see("The address you ended on");
    const page = /sign in:\n(http:\S+)/.exec(user.shown)?.[1] ?? "";
    user.type(`nonsense${KEY.enter}`);
    await user.see("Paste the whole address of the page.");
    await user.see("The address you ended on");
    user.type(`${await signIn(page)}${KEY.enter}`);
    await user.see(/signed in at/);
    expect(await user.exited).toBe(0);
    expect((await run("tools", server.url)).code).toBe(0);
  });

  test("without a terminal the address is a line on stdin", async () => {
    let page: string | undefined;
    const ran = await snodo(["login", server.url, "--no-browser"], {
      env,
      watch: (stderr, type) => {
        const found = /sign in:\n(http:\S+)\n/.exec(stderr)?.[1];
        if (page !== undefined || found === undefined) return;
        page = found;
        signIn(page).then(
          (address) => type(`${address}\n`),
          () => type(""),
        );
      },
    });
    expect(json(ran)).toMatchObject({ signedIn: true });
    const given = await snodo(["login", server.url, "--no-browser", "--account", "b", "--json"], { env });
    expect(given.code).toBe(4);
    expect(failure(given)).toMatchObject({
      reason: "authorization",
      message: "The sign-in was given up: stdin ended without the address.",
    });
  });

  test("Ctrl-C gives the sign-in up", async () => {
    const user = terminal(["login", server.url, "--no-browser"], { env });
    await user.see("The address you ended on");
    user.type(KEY.ctrlC);
    expect(await user.exited).toBe(130);
  });

  test("keeps accounts apart", async () => {
    const user = terminal(["login", server.url, "--no-browser", "--account", "work"], { env });
    await user.see("The address you ended on");
    const page = /sign in:\n(http:\S+)/.exec(user.shown)?.[1] ?? "";
    user.type(`${await signIn(page)}${KEY.enter}`);
    expect(await user.exited).toBe(0);
    expect((await run("whoami", server.url, "--account", "work")).code).toBe(0);
    expect((await run("whoami", server.url)).code).toBe(4);
  });

  test("takes credentials of a machine from the environment", async () => {
    const machine = { SNODO_CLIENT_ID: MACHINE.id, SNODO_CLIENT_SECRET: MACHINE.secret };
    const ran = await snodo(["call", server.url, "hello"], { env: { ...env, ...machine } });
    expect(json(ran)).toMatchObject({ content: [{ text: "hello, ada" }] });
    expect(server.subjects.at(-1)).toBe(MACHINE.id);
    const who = await snodo(["whoami", server.url], { env: { ...env, ...machine } });
    expect(json(who)).toMatchObject({ credentials: "machine" });
    const wrong = await snodo(["tools", server.url, "--json"], {
      env: { ...env, ...machine, SNODO_CLIENT_SECRET: "wrong-secret-of-a-machine" },
    });
    expect(wrong.code).toBe(4);
    expect(wrong.stderr).not.toContain("wrong-secret-of-a-machine");
  });
});

test("a command is not signed in to", async () => {
  const ran = await snodo(["login", "--", "node", "x.js"], { env });
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain("Only servers with a URL are signed in to.");
});
