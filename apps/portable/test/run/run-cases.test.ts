import { expect, test } from "vitest";
import { runCases } from "../../src/run/run-cases.ts";

test("a case that fails does not end the run, and every server is another one", async () => {
  const urls: string[] = [];
  const results = await runCases(
    [
      { name: "bad", run: () => Promise.reject(new Error("no")) },
      {
        name: "good",
        run: async (context) => {
          urls.push(context.server("x"), context.server("x"));
        },
      },
    ],
    "http://fixture",
    "run",
  );
  expect(results.map(({ name, error }) => [name, error?.split("\n")[0]])).toEqual([
    ["bad", "Error: no"],
    ["good", undefined],
  ]);
  expect(urls).toEqual(["http://fixture/s/x/run-1", "http://fixture/s/x/run-2"]);
});
