import { expect, test } from "vitest";
import { checkServer, memoryTransport, testServer } from "../../src/index.ts";
import { sampleServer } from "../support/sample-server.ts";
import { changed, tampered } from "../support/tampered.ts";

test("a server that follows the rules has a short report", async () => {
  const report = await checkServer(memoryTransport(sampleServer({ pageSize: 2 }), { label: "sample" }));
  expect(report.findings).toEqual([]);
  expect(report.ok).toBe(true);
  expect(report.serverInfo).toEqual({ name: "test-server", version: "1.0.0" });
  expect(report.text().split("\n")).toEqual([
    "sample (test-server 1.0.0)",
    "speaks 2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05",
    expect.stringMatching(
      /^(\d+) of \1 rules hold in every place they were looked at \(\d{3} checks passed\)$/,
    ),
    "0 violations, 0 warnings",
  ]);
});

test("a finding says what, where, what to do and where it is written", async () => {
  const server = tampered(
    testServer({ tools: { "my tool": () => "" }, revisions: ["2026-07-28", "2025-06-18"] }),
    changed("tools/list", () => ({ nextCursor: null })),
  );
  const report = await checkServer(memoryTransport(server, { label: "crooked" }));
  expect(report.ok).toBe(false);
  const [head, ...blocks] = report.text().split("\n\n");
  expect(head).toContain('speaks 2026-07-28, 2025-06-18\ndoes not speak 2025-11-25: answers "2025-06-18"');
  expect(head).toContain("1 violation, 1 warning");
  expect(blocks).toEqual(
    [
      [
        "VIOLATION result-shape [2026-07-28, 2025-06-18]",
        "  tools/list: result.nextCursor: Invalid input: expected string, received null",
        expect.stringMatching(/^ {2}the server wrote: \{.*"nextCursor":null.*$/),
        "  what to do: Write the members the schema of the revision asks for, in the types it gives.",
        "  https://modelcontextprotocol.io/specification/2026-07-28/schema",
      ],
      [
        "WARNING tool-name [2026-07-28, 2025-06-18]",
        '  tool my tool: the name "my tool" is unusual',
        "  what to do: Rename the tool: clients and models refuse other names.",
        "  https://modelcontextprotocol.io/specification/2026-07-28/server/tools",
      ],
    ].map((lines) =>
      lines.every((line) => typeof line === "string")
        ? lines.join("\n")
        : expect.stringContaining(String(lines[0])),
    ),
  );
});

test("revisions can be chosen, and a server that cannot be opened is one that speaks nothing", async () => {
  const transport = memoryTransport(sampleServer());
  const report = await checkServer(transport, { revisions: ["2025-06-18"] });
  expect(report.revisions).toEqual([{ revision: "2025-06-18", spoken: true }]);
  const refused = await checkServer({
    ...transport,
    open: () => Promise.reject(new Error("no such command")),
  });
  expect(refused.revisions[0]).toEqual({ revision: "2026-07-28", spoken: false, reason: "no such command" });
  expect(refused.text()).toContain("speaks no revision that was tried");
});
