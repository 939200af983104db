// Field report 27: anthropics/claude-code#62121.
import { expect, test } from "vitest";
import { open, puppet } from "../support/open.ts";

test("an answer that comes after its call was given up is dropped without a warning", async () => {
  const { send, request, diagnostics, endings } = await open(puppet());
  const late = send("later", { turns: 5 });
  late.cancel("timed out");
  await request("later", { turns: 50 });
  expect(diagnostics.filter(({ level }) => level === "warning")).toEqual([]);
  expect(diagnostics).toMatchObject([{ level: "debug", code: "late_answer" }]);
  expect(endings).toEqual([]);
  expect(await request("echo", { n: 1 })).toEqual({ n: 1 });
});
