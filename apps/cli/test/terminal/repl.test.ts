import { expect, test } from "vitest";
import { at, FIXTURE, fixtureOf, ODD_NAMES } from "../support/fixture.ts";
import { snodo } from "../support/run-snodo.ts";
import { KEY, terminal } from "../support/terminal.ts";

test("somebody works on one connection: completion, history, questions, a call that is given up", async () => {
  const user = terminal(at(FIXTURE, "repl"));
  await user.see("Connected to");
  await user.see("fixture> ");
  // Key by key: what comes at once is pasted, and a tab in it is a tab.
  for (const [start, rest] of [
    ["ca", "ll "],
    ["ec", "ho "],
    ["te", "xt="],
  ] as const) {
    user.type(start);
    await user.see(start);
    user.type(KEY.tab);
    await user.see(rest);
  }
  user.type(`hi${KEY.enter}`);
  await user.see('"text": "hi"');
  await user.see("fixture> ");
  user.type(`${KEY.up}`);
  await user.see("call echo text=hi");
  user.type(` times=x${KEY.enter}`);
  await user.see('error: times must be an integer, and is "x".');
  await user.see("fixture> ");
  user.type(`call confirm${KEY.enter}`);
  await user.see("Accept?");
  user.type(KEY.enter);
  await user.see('"action":"accept"');
  await user.see("fixture> ");
  user.type(`call hangs${KEY.enter}`);
  await user.see(/hangs" +\d+ s/);
  user.type(KEY.ctrlC);
  await user.see("Interrupted.");
  await user.see("fixture> ");
  user.type(`call 'open${KEY.enter}`);
  await user.see("error: A ' is not closed.");
  await user.see("fixture> ");
  user.type(`help${KEY.enter}`);
  await user.see("call TOOL [NAME=VALUE…]");
  await user.see("fixture> ");
  user.type(KEY.ctrlD);
  expect(await user.exited).toBe(0);
});

test("Ctrl-C gives up a line, and leaves when there is none", async () => {
  const user = terminal(at(FIXTURE, "repl"));
  await user.see("fixture> ");
  user.type(`call echo${KEY.ctrlC}`);
  await user.see("^C");
  await user.see("fixture> ");
  user.type(KEY.ctrlC);
  await user.see("Once more leaves.");
  await user.see("fixture> ");
  user.type(KEY.ctrlC);
  expect(await user.exited).toBe(0);
});

test("a server that dies ends it", async () => {
  const user = terminal(at(FIXTURE, "repl"));
  await user.see("fixture> ");
  user.type(`call dies${KEY.enter}`);
  await user.see("exited with code 3");
  expect(await user.exited).toBe(3);
});

test("lines of stdin are run one by one; the last failure is the exit code", async () => {
  const ran = await snodo(at(fixtureOf("2026-07-28"), "repl"), {
    stdin:
      "# a comment\ncall echo text=one\n\nnope\ncall echo text='two words' --text\nexit\ncall echo text=never\n",
  });
  expect(ran.code).toBe(2);
  expect(ran.stdout).toContain('"structuredContent":{"text":"one"}');
  expect(ran.stdout).toContain('"text": "two words"');
  expect(ran.stdout).not.toContain("never");
  expect(ran.stderr).toBe('error: There is no command "nope" here.\nhint: "help" lists the commands.\n');
});

test("what is completed is one word again, and nothing a server calls its tools moves the cursor", async () => {
  const user = terminal(at(ODD_NAMES, "repl"));
  await user.see("> ");
  user.type("call tw");
  await user.see("call tw");
  user.type(KEY.tab);
  await user.see("o\\ words ");
  user.type(`of="in`);
  await user.see('of="in');
  user.type(KEY.tab);
  await user.see(' progress" ');
  user.type(KEY.enter);
  await user.see("done");
  await user.see("> ");
  user.type("call ");
  await user.see("call ");
  // The second of two tabs lists what there is.
  const listed = (): boolean => {
    user.type(KEY.tab);
    return user.shown.includes("plain");
  };
  await expect.poll(listed, { timeout: 15_000 }).toBe(true);
  user.type(KEY.ctrlC);
  await user.see("^C");
  user.type(KEY.ctrlD);
  expect(await user.exited).toBe(0);
  expect(user.raw).not.toContain("esc");
});
