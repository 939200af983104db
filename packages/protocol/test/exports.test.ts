import { expect, test } from "vitest";
import * as protocol from "../src/index.ts";

test("the package exports these values and no others", () => {
  expect(Object.keys(protocol).sort()).toEqual([
    "ErrorCode",
    "LATEST_REVISION",
    "LOG_LEVELS",
    "MAX_QUOTED",
    "META",
    "McpError",
    "REVISIONS",
    "Settlement",
    "Slots",
    "answeredId",
    "argumentHeaders",
    "cancellationOf",
    "catalogOf",
    "checkTraceContext",
    "classify",
    "decodeHeaderValue",
    "describe",
    "dialectOf",
    "encodeHeaderValue",
    "eraOf",
    "findMethod",
    "isFailure",
    "isMcpError",
    "isObject",
    "isRevision",
    "messageOf",
    "mirrorHeaders",
    "newestCommon",
    "notJson",
    "own",
    "pipeConnection",
    "publicUrl",
    "quote",
    "readHeaderAnnotations",
    "sameId",
    "serverError",
    "systemClock",
    "transportError",
    "versionHeaders",
    "withMeta",
  ]);
});

test("shared tables cannot be changed", () => {
  for (const value of [protocol.META, protocol.ErrorCode, protocol.REVISIONS, protocol.LOG_LEVELS]) {
    expect(Object.isFrozen(value)).toBe(true);
  }
});
