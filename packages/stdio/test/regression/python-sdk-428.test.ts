// Field report 13: modelcontextprotocol/python-sdk#428 (#332).
import { expect, test } from "vitest";
import { inline, open, rejection } from "../support/open.ts";

test("a server that exits at start rejects the opening request with its exit code, not at a timeout", async () => {
  const { request } = await open(inline('console.error("missing key"); process.exit(1)'));
  const error = await rejection(request("initialize"));
  expect(error).toMatchObject({ reason: { type: "process_exit", exitCode: 1, signal: null } });
  expect(String(error)).toMatch(
    /initialize on .* failed: the server process exited with code 1\..*missing key/,
  );
});
