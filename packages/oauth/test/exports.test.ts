import { expect, test } from "vitest";
import * as browser from "../src/browser.ts";
import * as device from "../src/device.ts";
import * as dpop from "../src/dpop.ts";
import * as main from "../src/index.ts";
import * as machine from "../src/machine.ts";
import * as node from "../src/node/index.ts";

test("each entry exports these values and no others", () => {
  const names = (entry: object) => Object.keys(entry).sort();
  expect(names(main)).toEqual(["authorizationCode", "isAuthorizationError", "memoryStore", "staticToken"]);
  expect(names(browser)).toEqual([
    "completePopup",
    "completeRedirect",
    "popupFlow",
    "redirectFlow",
    "sessionStore",
  ]);
  expect(names(machine)).toEqual([
    "clientCredentials",
    "enterpriseManaged",
    "privateKeyJwt",
    "workloadIdentity",
  ]);
  expect(names(device)).toEqual(["deviceCode"]);
  expect(names(dpop)).toEqual(["dpop", "indexedDbKeys"]);
  expect(names(node)).toEqual([
    "encryptedFileStore",
    "fileStore",
    "loopbackFlow",
    "openBrowser",
    "openCommand",
    "pasteFlow",
  ]);
});
