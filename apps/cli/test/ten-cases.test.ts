// The ten cases in which other commands fail: reference "CLI anchors".
import { describe, expect, test } from "vitest";
import { at, BAD_LIST, FIXTURE } from "./support/fixture.ts";
import { failure, json, snodo } from "./support/run-snodo.ts";

const call = (...words: readonly string[]) => snodo(at(FIXTURE, "call", ...words));

describe.concurrent("the ten cases", () => {
  test("1: a string parameter given 7 gets a string", async () => {
    const ran = await call("echo", "text=7");
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(json(ran)).toMatchObject({ structuredContent: { text: "7" } });
  });

  test("2: a result that violates the tool's outputSchema is a broken protocol", async () => {
    const ran = await call("violates", "--json");
    expect(ran.code).toBe(6);
    expect(failure(ran)).toMatchObject({ reason: "output_mismatch", exit: 6 });
    expect(failure(ran)["message"]).toContain("violates");
    // It is still what the tool gave.
    expect(json(ran)).toMatchObject({ structuredContent: { n: "x" } });
  });

  test("3: isError exits 1, with the result on stdout", async () => {
    const ran = await call("fails", "--json");
    expect(ran.code).toBe(1);
    expect(json(ran)).toMatchObject({ isError: true, content: [{ text: "the disk is full" }] });
    expect(failure(ran)).toMatchObject({
      reason: "tool_error",
      message: "fails reported an error.",
      exit: 1,
    });
  });

  test("4: a missing argument is told, and nothing is sent", async () => {
    const ran = await call("echo", "--trace", "-", "--json");
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(failure(ran)).toMatchObject({
      message: "echo was not called: text is missing (a string).",
      hint: "It takes: text=STRING [times=INTEGER]",
    });
    expect(ran.stderr).toContain("tools/list");
    expect(ran.stderr).not.toContain("tools/call");
  });

  test.each(["2026-07-28", "2025-11-25"])(
    "5: a question with no terminal ends the call at once, saying what was asked (%s)",
    async (revision) => {
      const ran = await snodo(at([...FIXTURE, revision], "call", "form", "--json"));
      expect(ran).toMatchObject({ code: 7, stdout: "" });
      expect(failure(ran)).toMatchObject({
        reason: "input_needed",
        exit: 7,
        asked: { message: "Who are you?", requestedSchema: { required: ["name", "color"] } },
      });
      expect(failure(ran)["message"]).toContain(
        'asks for name, [age], [mail], [news], color, [tags] ("Who are you?"), and there is nobody to ask',
      );
    },
  );

  test("6: a server that dies during the call: its exit code, and the end of its stderr", async () => {
    const ran = await call("dies", "--json");
    expect(ran).toMatchObject({ code: 3, stdout: "" });
    expect(failure(ran)).toMatchObject({
      reason: "outcome_unknown",
      exit: 3,
      stderrTail: "cannot open the database\nno such file: data.db",
    });
    expect(failure(ran)["message"]).toContain("exited with code 3");
    const told = await call("dies");
    expect(told.stderr).toContain(
      "Its stderr ended with:\n  cannot open the database\n  no such file: data.db",
    );
  });

  test("7: a server that exits at its start, with a clear line", async () => {
    const ran = await snodo([
      "tools",
      "--json",
      "--",
      process.execPath,
      "-e",
      "console.error('no API key'); process.exit(2)",
    ]);
    expect(ran).toMatchObject({ code: 3, stdout: "" });
    expect(failure(ran)).toMatchObject({ reason: "process_exit", stderrTail: "no API key" });
    expect(failure(ran)["message"]).toContain("exited with code 2");
  });

  test("8: an unknown tool is told its nearest name", async () => {
    const ran = await call("ecko", "--json");
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(failure(ran)).toMatchObject({ reason: "unknown_tool", hint: "Did you mean echo?" });
  });

  test("9: a call that never answers ends at its limit, and is cancelled", async () => {
    const ran = await call("hangs", "--timeout", "3s", "--json", "--verbose");
    expect(ran).toMatchObject({ code: 5, stdout: "" });
    expect(failure(ran)).toMatchObject({ reason: "timeout", timeoutMs: 3_000 });
    expect(ran.stderr).toContain("server: cancelled");
  });

  test("10: one tool that cannot be used does not hide the others, and is named", async () => {
    const ran = await snodo(at(BAD_LIST, "tools"));
    expect(ran.code).toBe(0);
    expect(json(ran)).toMatchObject({ tools: [{ name: "good" }, { name: "also-good" }] });
    expect(ran.stderr).toMatch(/"bad" of tools\/list is left out: "inputSchema" is not an object/);
  });
});
