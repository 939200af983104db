import { expect, test } from "vitest";
import * as testing from "../src/index.ts";
import * as node from "../src/node/index.ts";

test("the package exports these values and no others", () => {
  expect(Object.keys(testing).sort()).toMatchInlineSnapshot(`
    [
      "ContractFailure",
      "ExpectationFailure",
      "REDACTED",
      "RpcFault",
      "ScriptFailure",
      "cacheStoreContract",
      "checkServer",
      "clientContract",
      "compareClients",
      "contractServer",
      "expectPrompt",
      "expectResource",
      "expectTool",
      "faultyFetch",
      "faultyStream",
      "faultyTransport",
      "fetchHandler",
      "legacySseHandler",
      "manualClock",
      "memoryTransport",
      "oauthStoreContract",
      "observeTool",
      "recordInput",
      "recordTransport",
      "recordingText",
      "redactor",
      "replayTransport",
      "runClientContract",
      "runContract",
      "scripted",
      "scriptedFetch",
      "seededRandom",
      "servePipe",
      "testServer",
      "tokenProviderContract",
      "toolMatchers",
      "transportContract",
    ]
  `);
  expect(Object.keys(node).sort()).toMatchInlineSnapshot(`
    [
      "contractChild",
      "faultProxy",
      "faultyChild",
      "inlineChild",
      "serveHttp",
      "serveStdio",
      "stdioChild",
    ]
  `);
});
