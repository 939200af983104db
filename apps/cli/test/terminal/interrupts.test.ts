import { describe, expect, test } from "vitest";
import { at, FIXTURE, fixtureOf } from "../support/fixture.ts";
import { KEY, terminal } from "../support/terminal.ts";

describe("Ctrl-C", () => {
  test("cancels the call, which the server hears of, and leaves", async () => {
    const user = terminal(at(FIXTURE, "call", "hangs", "--verbose"));
    await user.see(/tools\/call "hangs" +\d+ s/);
    user.type(KEY.ctrlC);
    await user.see("server: cancelled");
    await user.see("Interrupted.");
    expect(await user.exited).toBe(130);
  });

  test("twice leaves at once, whatever still has to be done", async () => {
    const stubborn = [
      process.execPath,
      "-e",
      "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.error('deaf')",
    ];
    const user = terminal(at(stubborn, "tools", "--verbose", "--timeout", "0"));
    await user.see("server: deaf");
    user.type(KEY.ctrlC + KEY.ctrlC);
    expect(await user.exited).toBe(130);
  });

  test("at a question gives up the call, not only the answer", async () => {
    const user = terminal(at(fixtureOf("2026-07-28"), "call", "form"));
    await user.see("Answer?");
    user.type(KEY.ctrlC);
    await user.see("Interrupted.");
    expect(await user.exited).toBe(130);
    expect(user.shown).not.toContain('"action"');
  });

  test("ends listening", async () => {
    const user = terminal(at(FIXTURE, "listen", "--resource", "file:///notes.md"));
    await user.see("Listening to file:///notes.md. Ctrl-C ends it.");
    user.type(KEY.ctrlC);
    expect(await user.exited).toBe(130);
  });

  test("with --json is a JSON line, too", async () => {
    const user = terminal(at(FIXTURE, "call", "hangs", "--json"));
    await user.see(/\d+ s/);
    user.type(KEY.ctrlC);
    await user.see('"reason":"interrupted"');
    expect(await user.exited).toBe(130);
  });
});
