// Field report 14: modelcontextprotocol/csharp-sdk#362 (fix #376), modelcontextprotocol/typescript-sdk#684.
import { isMcpError } from "@snodo/protocol";
import { expect, test } from "vitest";
import { inline, open, rejection } from "../support/open.ts";

test("what was on stderr before the exit is in the error, whichever is seen first", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { request } = await open(inline('process.stderr.write("NEED_KEY\\n"); process.exit(3)'));
    const error = await rejection(request("initialize"));
    if (!isMcpError(error, "process_exit")) throw error;
    expect(error.reason).toMatchObject({ exitCode: 3, stderrTail: "NEED_KEY\n" });
    expect(error.message).toContain("NEED_KEY");
  }
});
