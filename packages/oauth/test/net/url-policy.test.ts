import { describe, expect, test } from "vitest";
import { checkUrl } from "../../src/net/url-policy.ts";

const remote = "https://mcp.example.com/mcp";
const local = "http://127.0.0.1:8080/mcp";
const check = (url: string, server = remote, policy = {}) =>
  checkUrl(url, server, policy, "the token endpoint");

describe("checkUrl", () => {
  test.each([
    ["http://as.example.com/token", "not https"],
    ["http://127.0.0.1/token", "a private address"],
    ["https://127.0.0.1/token", "a private address"],
    ["https://10.0.0.8/token", "a private address"],
    ["https://169.254.169.254/latest", "a private address"],
    ["https://[::1]/token", "a private address"],
    ["https://localhost/token", "a private address"],
    ["https://user:pass@as.example.com/token", "a user name in it"],
    ["file:///etc/passwd", "not https"],
    ["javascript:alert(1)", "not https"],
    ["not a url", "not a URL"],
  ])("a server on the internet cannot lead to %s", (url, why) => {
    expect(() => check(url)).toThrow(`Refused the token endpoint`);
    expect(() => check(url)).toThrow(why);
  });

  test("the error says how to allow it and shows neither query nor credentials", () => {
    expect(() => check("http://me:pw@as.example.com/token?secret=1")).toThrow(
      "Refused the token endpoint http://as.example.com/token: not https. The `network` option makes exceptions.",
    );
  });

  test("a server on this machine may lead anywhere https or local", () => {
    expect(check("http://localhost:3000/token", local).privateAllowed).toBe(true);
    expect(check("https://10.0.0.8/token", local).privateAllowed).toBe(true);
    expect(() => check("http://10.0.0.8/token", local)).toThrow("not https");
  });

  test("a public host is not allowed to resolve to a private address, unless the user named it", () => {
    expect(check("https://as.example.com/token").privateAllowed).toBe(false);
    expect(check("https://mcp.example.com/token").privateAllowed).toBe(true);
    expect(
      check("https://as.example.com/token", remote, { allowHosts: ["as.example.com"] }).privateAllowed,
    ).toBe(true);
  });

  test("allowInsecure lifts https and nothing else", () => {
    expect(check("http://as.example.com/token", remote, { allowInsecure: true }).url.host).toBe(
      "as.example.com",
    );
    expect(() => check("http://10.0.0.8/token", remote, { allowInsecure: true })).toThrow(
      "a private address",
    );
  });
});
