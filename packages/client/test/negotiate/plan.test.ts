// @req version.default, version.pin, version.probe, version.pin-stateless, version.pin-initialize, version.direct
import { REVISIONS, type Revision } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { newestOf, plan } from "../../src/negotiate/plan.ts";

const legacyOnly = REVISIONS.slice(1);

describe("without knowledge of the server", () => {
  test.each<[name: string, allowed: readonly Revision[], type: string, revision: Revision]>([
    ["all revisions", REVISIONS, "probe", "2026-07-28"],
    ["one of each era", ["2026-07-28", "2024-11-05"], "probe", "2026-07-28"],
    ["a stateless pin", ["2026-07-28"], "stateless", "2026-07-28"],
    ["an initialize-era pin", ["2025-06-18"], "initialize", "2025-06-18"],
    ["a list of one era", legacyOnly, "initialize", "2025-11-25"],
  ])("%s", (_name, allowed, type, revision) => {
    expect(plan(allowed, undefined, false)).toEqual({ type, revision });
  });
});

describe("with a server in this process", () => {
  test.each<[enabled: readonly Revision[], outcome: object]>([
    [REVISIONS, { type: "stateless", revision: "2026-07-28" }],
    [["2025-03-26", "2025-06-18"], { type: "initialize", revision: "2025-06-18" }],
    [["2024-11-05"], { type: "initialize", revision: "2024-11-05" }],
    [[], { type: "refuse", supported: [] }],
  ])("that enables %j", (enabled, outcome) => {
    expect(plan(REVISIONS, enabled, false)).toEqual(outcome);
  });

  test("that enables none of the allowed revisions", () => {
    const outcome = plan(["2025-06-18"], ["2026-07-28"], false);
    expect(outcome).toEqual({ type: "refuse", supported: ["2026-07-28"] });
  });
});

describe("with a server that a probe found to be of the initialize era", () => {
  test("begins with the newest allowed revision of that era", () => {
    expect(plan(REVISIONS, undefined, true)).toEqual({ type: "initialize", revision: "2025-11-25" });
    expect(plan(["2026-07-28", "2025-03-26"], undefined, true)).toEqual({
      type: "initialize",
      revision: "2025-03-26",
    });
  });

  test("a stateless pin stays what it is", () => {
    expect(plan(["2026-07-28"], undefined, true)).toEqual({ type: "stateless", revision: "2026-07-28" });
  });
});

test("the newest revision of an era, or none", () => {
  expect(newestOf(REVISIONS, "initialize")).toBe("2025-11-25");
  expect(newestOf(["2025-06-18"], "stateless")).toBeUndefined();
});
