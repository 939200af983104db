import { expect, test } from "vitest";
import { output, resultsIn } from "../../src/runtimes/process.ts";

test("the results are found among what a runtime prints besides", () => {
  expect(resultsIn('[ TEST ] main\n[{"name":"a"}]\n[ PASS ] main\n')).toEqual([{ name: "a" }]);
});

test("a runtime that printed no results is an error with what it printed", () => {
  expect(() => resultsIn("Segmentation fault")).toThrow("no results in: Segmentation fault");
});

test("a command that fails rejects with what it said", async () => {
  const failing = output(process.execPath, ["-e", 'console.error("no luck"); process.exit(3)']);
  await expect(failing).rejects.toThrow("no luck");
});
