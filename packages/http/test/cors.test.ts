import { expect, test } from "vitest";
import { corsHint, currentPage } from "../src/cors.ts";

const page = { origin: "https://app.test" };
const url = "https://mcp.test/mcp";

test("outside a page CORS plays no part", () => {
  expect(currentPage()).toEqual({ origin: undefined });
  expect(corsHint("unreachable", url, { origin: undefined }, false)).toBeUndefined();
});

test("nor does it on the page's own origin", () => {
  expect(corsHint("unreachable", "https://app.test/mcp", page, false)).toBeUndefined();
});

test("a server that cannot be reached may not allow the page", () => {
  expect(corsHint("unreachable", url, page, false)).toMatch(
    /CORS headers may not allow https:\/\/app\.test.*mcp-protocol-version/,
  );
});

test("a refusal without a visible session id may be for the want of it", () => {
  expect(corsHint("refused", url, page, false)).toMatch(/Access-Control-Expose-Headers/);
  expect(corsHint("refused", url, page, true)).toBeUndefined();
});
