// @req stdio.exit
import { isMcpError } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { open, puppet, rejection, resultOf } from "../support/open.ts";

describe("a process that exits", () => {
  test("rejects every call in flight with its exit code and the end of its stderr", async () => {
    const { request, closed, endings } = await open(puppet());
    await request("echo");
    const silent = rejection(request("silence"));
    const last = rejection(request("exit", { code: 3, complains: "loading\nNEED_KEY is not set\n" }));
    for (const error of [await silent, await last]) {
      expect(isMcpError(error, "process_exit") && error.reason).toEqual({
        type: "process_exit",
        exitCode: 3,
        signal: null,
        stderrTail: "loading\nNEED_KEY is not set\n",
      });
      expect(error).toMatchObject({ kind: "transport", code: -32000, sent: "maybe" });
    }
    expect(String(await silent)).toMatch(
      /^McpError: silence on .*puppet\.mjs failed: the server process exited with code 3\. Its stderr ended with: loading NEED_KEY is not set\. Connect again to start it anew$/,
    );
    expect((await closed).message).toMatch(
      /^the connection to .* is lost: the server process exited with code 3/,
    );
    expect(endings).toHaveLength(1);
  });

  test("by a signal is told apart", async () => {
    const { request } = await open(puppet());
    const error = await rejection(request("exit", { signal: "SIGKILL" }));
    expect(isMcpError(error, "process_exit") && error.reason).toMatchObject({
      exitCode: null,
      signal: "SIGKILL",
    });
    expect(String(error)).toMatch(/was ended by SIGKILL\. It left nothing on stderr\./);
  });

  test("has its answers delivered first, also one without a line feed", async () => {
    const { request, send } = await open(puppet());
    await expect(request("exit", { code: 0, says: "answer" })).resolves.toBe("last words");
    const again = await open(puppet());
    await expect(again.request("exit", { code: 0, says: "unfinished" })).resolves.toBe("no line feed");
    const late = await rejection(send("echo").response);
    expect(late).toMatchObject({ sent: "no", reason: { type: "process_exit", exitCode: 0 } });
  });

  test("has a large answer delivered that was still in the pipe", async () => {
    const { request } = await open(puppet());
    await expect(request("exit", { code: 0, says: "much" })).resolves.toHaveLength(150_000);
  });

  test("while a grandchild holds its stdout rejects without waiting for it", async () => {
    const { request, closed } = await open(puppet());
    await request("grandchild", { shares: true });
    const error = await rejection(request("exit", { code: 4, complains: "bye" }));
    expect(isMcpError(error, "process_exit") && error.reason).toMatchObject({
      exitCode: 4,
      stderrTail: "bye",
    });
    await closed;
  });

  test("rejects notifications made later", async () => {
    const { connection, request } = await open(puppet());
    await rejection(request("exit", { code: 0 }));
    const notified = connection.notify?.(
      { jsonrpc: "2.0", method: "notifications/x" },
      { revision: undefined },
    );
    expect(await rejection(notified ?? Promise.resolve())).toMatchObject({
      reason: { type: "process_exit" },
    });
  });

  test("says where its stderr went when it is inherited", async () => {
    const { request } = await open(puppet({ stderr: "inherit" }));
    const error = await rejection(request("exit", { code: 1 }));
    expect(String(error)).toContain("exited with code 1. Its stderr went to the stderr of this process.");
  });
});

describe("a process that lets go of a pipe", () => {
  test("rejects calls when it closes stdout, and is ended", async () => {
    const { request, closed, connection } = await open(
      puppet({ env: { PUPPET_IGNORES: "eof" }, shutdown: { stdinGrace: 0, termGrace: 20 } }),
    );
    const error = await rejection(request("closeStdout"));
    expect(error).toMatchObject({ reason: { type: "connection_lost" }, sent: "maybe" });
    expect(String(error)).toMatch(
      /closeStdout on .* failed: the server process closed its stdout without exiting/,
    );
    await closed;
    await connection.close();
  });

  test("rejects calls when it closes stdin, those it cannot have read as not sent", async () => {
    const { request, closed, endings } = await open({
      command: "sh",
      args: [
        "-c",
        `read -r line; exec <&-; echo '{"jsonrpc":"2.0","id":1,"result":"closed"}'; exec sleep 120`,
      ],
      shutdown: { stdinGrace: 0 },
    });
    await expect(request("anything")).resolves.toBe("closed");
    const first = rejection(request("echo"));
    // The first write is refused; by then the rest has nowhere to go.
    await new Promise((resolve) => setImmediate(resolve));
    const second = rejection(request("echo"));
    expect(String(await first)).toMatch(
      /echo on .* failed: the server process closed its stdin without exiting/,
    );
    expect(await second).toMatchObject({ sent: "no", reason: { type: "connection_lost" } });
    expect((await closed).reason.type).toBe("connection_lost");
    expect(endings).toHaveLength(1);
  });
});

test("an answer to a call that was given up is dropped", async () => {
  const { request, send, diagnostics } = await open(puppet());
  const given = send("later", { turns: 3 });
  given.cancel("no longer wanted");
  await request("later", { turns: 20 });
  expect(diagnostics.filter(({ level }) => level === "warning")).toEqual([]);
  const seen = await request("seen");
  expect(seen).toContainEqual({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: given.id, reason: "no longer wanted" },
  });
  await resultOf(send("echo"));
});
