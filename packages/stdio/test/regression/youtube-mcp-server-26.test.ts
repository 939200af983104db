// Field report 2: ZubeidHendricks/youtube-mcp-server#26.
import { expect, test } from "vitest";
import { open, puppet } from "../support/open.ts";
import { raw } from "../support/raw.ts";

test("a log line in the middle of a call does not cost the connection", async () => {
  const opened = await open(puppet());
  await opened.request("echo");
  expect(await raw(opened, "[log] list\n")).toBe(11);
  expect(await opened.request("echo", { n: 1 })).toEqual({ n: 1 });
  expect(opened.diagnostics.map(({ code }) => code)).toEqual(["stdout_noise"]);
});
