import { describe, expect, test } from "vitest";
import type { Failure } from "../../src/exit/failure.ts";
import { storyOf, tailOf } from "../../src/exit/story.ts";

const failure = (message: string, server: string | null, stderrTail: string | null = null): Failure => ({
  code: null,
  reason: "x",
  message,
  server,
  exit: 3,
  stderrTail,
});

const PROBE = "Before that, the server/discover probe failed:";

describe("what happened", () => {
  test("does not name a command that was just typed", () => {
    const message =
      "cannot connect to node x.js: initialize on node x.js failed: it ended. Connect again to start it anew";
    expect(storyOf(failure(message, "node x.js"))).toEqual(["cannot connect: initialize failed: it ended."]);
  });

  test("names a URL once", () => {
    const message = "cannot connect to https://a.b/c: initialize on https://a.b/c failed: HTTP 500";
    expect(storyOf(failure(message, "https://a.b/c"))).toEqual([
      "cannot connect to https://a.b/c: initialize failed: HTTP 500.",
    ]);
  });

  test("tells a second way only if it failed for another cause", () => {
    const same = `initialize failed: HTTP 404. ${PROBE} server/discover failed: HTTP 404`;
    expect(storyOf(failure(same, null))).toEqual(["initialize failed: HTTP 404."]);
    const other = `initialize failed: HTTP 404. ${PROBE} server/discover failed: HTTP 500`;
    expect(storyOf(failure(other, null))).toEqual([
      "initialize failed: HTTP 404.",
      `${PROBE} server/discover failed: HTTP 500.`,
    ]);
  });

  test("leaves out a way that failed as the other did, and what only a program can do", () => {
    const told = failure(
      `cannot connect: it failed: HTTP 401; they come from the headers or the tokenProvider option. The older HTTP+SSE transport did not work either: it failed in the same way. ${PROBE.replace("failed:", "failed in the same way")}`,
      null,
    );
    expect(storyOf(told)).toEqual(["cannot connect: it failed: HTTP 401."]);
  });

  test("leaves what the server wrote to its own place", () => {
    const told = failure(
      "it failed: exited with code 1. Its stderr ended with: a b. Connect again",
      "x",
      "a\nb\n",
    );
    expect(storyOf(told)).toEqual(["it failed: exited with code 1."]);
    expect(tailOf(told)).toBe("a\nb");
    expect(tailOf(failure("m", "x"))).toBe("");
  });

  test("moves nothing on the terminal, whatever the server is called and says", () => {
    expect(storyOf(failure("a on (x)[ failed: \u001b[2Jb", "(x)["))).toEqual(["a failed: b."]);
  });
});
