import { describe, expect, test } from "vitest";
import { browser } from "../support/browser.ts";
import { EVERYTHING } from "../support/everything.ts";
import { at, fixtureOf } from "../support/fixture.ts";
import { KEY, terminal } from "../support/terminal.ts";

describe.each(["2026-07-28", "2025-11-25"])("a server of %s", (revision) => {
  test("asks for a form: every kind of field, wrong answers asked for again, a second thought", async () => {
    const user = terminal(at(fixtureOf(revision), "call", "form"));
    await user.see(/ asks\n +Who are you\?\n\n +· Your name\n +· Your age \(optional\)/);
    await user.see("Answer?");
    user.type(KEY.enter);
    await user.see("◆  Your name");
    user.type(`A${KEY.enter}`);
    await user.see("At least 2 characters, this has 1.");
    user.type(`da${KEY.enter}`);
    await user.see("◆  Your age");
    user.type(`x${KEY.enter}`);
    await user.see("A number.");
    user.type(`\u007f36${KEY.enter}`);
    await user.see("◆  E-mail");
    user.type(`ada${KEY.enter}`);
    await user.see("An e-mail address, such as ada@example.com.");
    user.type(`@example.com${KEY.enter}`);
    await user.see("◆  Newsletter");
    user.type(KEY.down + KEY.enter);
    await user.see("◆  Colour");
    user.type(KEY.down + KEY.enter);
    await user.see("◆  Tags");
    user.type(KEY.space + KEY.enter);
    await user.see(
      /Your answers\n.*Your name: Ada\n.*Your age: 36\n.*E-mail: ada@example.com\n.*Newsletter: no/,
    );
    await user.see("◆  Send them to");
    // A second thought about the age.
    user.type(KEY.down + KEY.enter);
    for (const field of ["Your name", "Your age", "E-mail", "Newsletter", "Colour", "Tags"]) {
      await user.see(`◆  ${field}`);
      user.type(field === "Your age" ? `\u007f7${KEY.enter}` : KEY.enter);
      await user.see(`◇  ${field}`);
    }
    await user.see("◆  Send them to");
    user.type(KEY.enter);
    await user.see(
      '{"action":"accept","content":{"name":"Ada","age":37,"mail":"ada@example.com","news":false,"color":"g","tags":["a"]}}',
    );
    expect(await user.exited).toBe(0);
  });

  test.each([
    ["decline", KEY.down, '{"action":"decline"}'],
    ["cancel", KEY.down + KEY.down, '{"action":"cancel"}'],
  ])("takes %s for an answer", async (_name, keys, answer) => {
    const user = terminal(at(fixtureOf(revision), "call", "form"));
    await user.see("Answer?");
    user.type(keys + KEY.enter);
    await user.see(answer);
    expect(await user.exited).toBe(0);
  });

  test("hears of Escape as of a cancel", async () => {
    const user = terminal(at(fixtureOf(revision), "call", "confirm"));
    await user.see("Accept?");
    user.type(KEY.escape);
    await user.see('{"action":"cancel"}');
    expect(await user.exited).toBe(0);
  });

  test("asks for a visit: shown whole, opened after a yes and not before", async () => {
    const { env, opened, now } = await browser();
    const user = terminal(at(fixtureOf(revision), "call", "page"), { env });
    await user.see(
      /asks you to visit a page\n +Please pay\n\n +host +pay\.example\.com\n +page +https:\/\/pay\.example\.com\/invoice\?id=1\n/,
    );
    await user.see("Visit pay.example.com?");
    expect(await now()).toBe("");
    user.type(KEY.enter);
    expect(await opened()).toBe("https://pay.example.com/invoice?id=1\n");
    if (revision === "2026-07-28") {
      await user.see("When you are done there");
      user.type(KEY.enter);
    }
    await user.see('{"action":"accept"}');
    expect(await user.exited).toBe(0);
  });

  test("is told when the visit is declined, and nothing is opened", async () => {
    const { env, now } = await browser();
    const user = terminal(at(fixtureOf(revision), "call", "page"), { env });
    await user.see("Visit pay.example.com?");
    user.type(KEY.down + KEY.down + KEY.enter);
    await user.see('{"action":"decline"}');
    expect(await user.exited).toBe(0);
    expect(await now()).toBe("");
  });
});

test("the reference server's form is asked and answered", async () => {
  const user = terminal(at(EVERYTHING, "call", "trigger-elicitation-request"));
  await user.see("Answer?");
  user.type(KEY.down + KEY.enter);
  await user.see(/declin/i);
  expect(await user.exited).toBe(0);
});

test("a page that error -32042 asks for is visited, and the call made again", async () => {
  const { env, opened } = await browser();
  const words = ["call", "trigger-url-elicitation", "url=https://example.com/x", "errorPath=true"];
  const user = terminal(at(EVERYTHING, ...words), { env });
  await user.see("Visit modelcontextprotocol.io?");
  user.type(KEY.enter);
  expect(await opened()).toContain("https://modelcontextprotocol.io");
  await user.see("When you are done there");
  user.type(KEY.enter);
  await user.see("Visit example.com?");
  user.type(KEY.down + KEY.enter);
  expect(await user.exited).toBe(0);
});
