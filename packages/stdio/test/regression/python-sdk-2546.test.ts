// Field report 9: modelcontextprotocol/python-sdk#2546.
import { expect, test } from "vitest";
import { FakeProcess } from "../support/fake-process.ts";
import { open } from "../support/open.ts";

test("a message goes out as one JSON object and a line feed, with nothing around it", async () => {
  const child = new FakeProcess();
  const { send, connection } = await open({ command: "x", spawn: () => child });
  void send("echo", { text: "two\nlines\r\n" }).response.catch(() => {});
  await connection.notify?.({ jsonrpc: "2.0", method: "notifications/x" }, { revision: undefined });
  await new Promise((resolve) => setImmediate(resolve));
  const written = String(child.stdin.read());
  expect(written).toBe(
    '{"jsonrpc":"2.0","id":1,"method":"echo","params":{"text":"two\\nlines\\r\\n"}}\n' +
      '{"jsonrpc":"2.0","method":"notifications/x"}\n',
  );
  child.emit("close", 0, null);
});
