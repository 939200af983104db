import { describe, expect, test } from "vitest";
import { canonicalResource, resourceCovers } from "../../src/discovery/resource-indicator.ts";
import { resourceMetadataUrls, serverMetadataUrls } from "../../src/discovery/well-known.ts";

describe("resourceMetadataUrls", () => {
  const at = "https://h/.well-known/oauth-protected-resource";
  test.each([
    ["https://h/p/mcp", [`${at}/p/mcp`, at]],
    ["https://h/mcp/", [`${at}/mcp`, at]],
    ["https://h/mcp?tenant=1", [`${at}/mcp?tenant=1`, at]],
    ["https://h/", [at]],
    ["https://h", [at]],
  ])("%s", (server, urls) => {
    expect(resourceMetadataUrls(new URL(server))).toEqual(urls);
  });
});

describe("serverMetadataUrls", () => {
  test.each([
    [
      "https://a",
      ["https://a/.well-known/oauth-authorization-server", "https://a/.well-known/openid-configuration"],
    ],
    [
      "https://a/",
      ["https://a/.well-known/oauth-authorization-server", "https://a/.well-known/openid-configuration"],
    ],
    [
      "https://a/t1",
      [
        "https://a/.well-known/oauth-authorization-server/t1",
        "https://a/.well-known/openid-configuration/t1",
        "https://a/t1/.well-known/openid-configuration",
      ],
    ],
    [
      "https://a/t1/",
      [
        "https://a/.well-known/oauth-authorization-server/t1",
        "https://a/.well-known/openid-configuration/t1",
        "https://a/t1/.well-known/openid-configuration",
      ],
    ],
  ])("%s", (issuer, urls) => {
    expect(serverMetadataUrls(new URL(issuer))).toEqual(urls);
  });
});

describe("resourceCovers", () => {
  test.each([
    ["https://h", "https://h/mcp", true],
    ["https://h/", "https://h/mcp", true],
    ["https://h/mcp", "https://h/mcp", true],
    ["https://h/mcp/", "https://h/mcp", true],
    ["https://h/mcp", "https://h/mcp/", true],
    ["https://h/mcp", "https://h/mcp/x", true],
    ["https://H/mcp", "https://h/mcp", true],
    ["https://h:443/mcp", "https://h/mcp", true],
    ["https://h/mcp", "https://h/mcp2", false],
    ["https://h/mcp", "https://h/", false],
    ["https://h/mcp", "http://h/mcp", false],
    ["https://h/mcp", "https://h:8443/mcp", false],
    ["https://h/mcp", "https://sub.h/mcp", false],
    ["https://h/mcp", "https://h/mcp/../admin", false],
    ["nonsense", "https://h/mcp", false],
  ])("%s takes in %s: %s", (resource, target, covers) => {
    expect(resourceCovers(resource, target)).toBe(covers);
  });
});

test.each([
  ["https://EXAMPLE.com", "https://example.com"],
  ["https://example.com/", "https://example.com"],
  ["https://example.com/mcp#part", "https://example.com/mcp"],
  ["https://example.com/mcp/", "https://example.com/mcp/"],
])("the identifier of %s is %s", (server, resource) => {
  expect(canonicalResource(new URL(server))).toBe(resource);
});
