import { META } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { extensionRegistry } from "../../src/extensions/registry.ts";
import { connect, type Extension } from "../../src/index.ts";
import { failure, open, thrown } from "../support/clients.ts";
import { rawServer } from "../support/raw-server.ts";

const jobs: Extension = {
  id: "com.example/jobs",
  settings: { retries: 3 },
  methods: ["jobs/get"],
  resultTypes: ["job"],
  resultMethods: ["tools/call"],
};

describe("what is installed", () => {
  test.each(["com.example/a", "a/b", "io.modelcontextprotocol/tasks", "x-1.y-2/z_3.4-5"])(
    "takes the identifier %s",
    (id) => {
      expect(extensionRegistry([{ id }]).settings).toEqual({ [id]: {} });
    },
  );

  test.each([
    "",
    "tasks",
    "/tasks",
    "com.example/",
    "1com/a",
    "com..example/a",
    "com.example/-a",
    "a b/c",
    "__proto__",
  ])("refuses the identifier %j", (id) => {
    expect(() => extensionRegistry([{ id }])).toThrow(TypeError);
  });

  test("refuses the same extension twice, and two owners of a method", () => {
    expect(() => extensionRegistry([jobs, jobs])).toThrow(
      "the extension com.example/jobs is installed twice",
    );
    const other = { id: "com.example/other", methods: ["jobs/get"] };
    expect(() => extensionRegistry([jobs, other])).toThrow("two extensions own jobs/get");
  });

  test("knows the owner of a method, and no inherited one", () => {
    const registry = extensionRegistry([jobs]);
    expect(registry.owner("jobs/get")).toBe(jobs);
    for (const method of ["jobs/list", "toString", "__proto__"])
      expect(registry.owner(method)).toBeUndefined();
  });

  test("knows which result types belong to which methods", () => {
    const everywhere: Extension = { id: "com.example/e", resultTypes: ["partial"] };
    const registry = extensionRegistry([jobs, everywhere]);
    expect([...(registry.resultTypes("tools/call") ?? [])].sort()).toEqual(["job", "partial"]);
    expect([...(registry.resultTypes("jobs/get") ?? [])].sort()).toEqual(["job", "partial"]);
    expect([...(registry.resultTypes("prompts/get") ?? [])]).toEqual(["partial"]);
    const reversed = extensionRegistry([everywhere, jobs]);
    expect([...(reversed.resultTypes("tools/call") ?? [])].sort()).toEqual(["job", "partial"]);
  });

  test("is nothing by default", () => {
    const none = extensionRegistry([]);
    expect([none.settings, none.resultTypes("tools/call"), none.owner("tools/call")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("a client with an extension", () => {
  test("declares its settings with every request, beside the client's own capabilities", async () => {
    const server = rawServer();
    const { client } = await open(server.transport, {
      protocol: "2026-07-28",
      extensions: [jobs],
      clientCapabilities: { extensions: { "com.example/x": {} } },
    });
    await client.callTool("any");
    const capabilities = { extensions: { "com.example/jobs": { retries: 3 }, "com.example/x": {} } };
    expect(server.requests("tools/call")[0]?.params["_meta"]).toMatchObject({
      [META.clientCapabilities]: capabilities,
    });
  });

  test("declares them in `initialize`, too", async () => {
    const server = rawServer();
    await open(server.transport, { protocol: "2025-11-25", extensions: [jobs] });
    expect(server.requests("initialize")[0]?.params["capabilities"]).toEqual({
      extensions: { "com.example/jobs": { retries: 3 } },
    });
  });

  test("takes its result types where they belong, and nowhere else", async () => {
    const job = { resultType: "job", id: 7 };
    const methods = { "tools/call": () => job, "jobs/get": () => job, "prompts/get": () => job };
    const { client } = await open(rawServer({ methods }).transport, { extensions: [jobs] });
    expect(await client.callTool("any")).toEqual(job);
    expect(await client.request("jobs/get")).toEqual(job);
    const error = await failure(client.getPrompt("p"));
    expect(error.reason).toEqual({ type: "unknown_result_type", resultType: "job" });
  });

  test("takes those of an extension that is named for one call", async () => {
    const { client } = await open(
      rawServer({ methods: { "jobs/get": () => ({ resultType: "job" }) } }).transport,
    );
    expect(await client.request("jobs/get", {}, { extension: jobs })).toEqual({ resultType: "job" });
    expect((await failure(client.request("jobs/get"))).reason.type).toBe("unknown_result_type");
  });

  test("is refused before anything is opened when it is malformed", async () => {
    const server = rawServer();
    expect(await thrown(connect(server.transport, { extensions: [{ id: "tasks" }] }))).toBeInstanceOf(
      TypeError,
    );
    expect(server.opened).toBe(0);
  });

  test("sends its methods on 2026-07-28 only", async () => {
    const { client } = await open(rawServer().transport, { protocol: "2025-11-25", extensions: [jobs] });
    expect(await failure(client.request("jobs/get"))).toMatchObject({ code: -32_601, sent: "no" });
  });
});
