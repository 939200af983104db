// Field report 12: modelcontextprotocol/typescript-sdk#1049.
import { expect, test } from "vitest";
import { open, puppet } from "../support/open.ts";
import { uncaughtDuring } from "../support/raw.ts";

test("an exit leaves no promise of the library unhandled, and is told once", async () => {
  const uncaught = await uncaughtDuring(async () => {
    const { send, connection, closed, endings } = await open(puppet());
    send("silence").response.catch(() => {});
    const notified = connection.notify?.(
      { jsonrpc: "2.0", method: "notifications/x" },
      { revision: undefined },
    );
    send("exit", { code: 1 }).response.catch(() => {});
    await notified;
    await closed;
    await connection.close();
    expect(endings).toHaveLength(1);
  });
  expect(uncaught).toEqual([]);
});
