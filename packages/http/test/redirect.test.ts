import fc from "fast-check";
import { expect, test } from "vitest";
import { decideRedirect, isRedirect, type Redirect } from "../src/redirect.ts";

const base: Redirect = {
  status: 307,
  location: "/mcp/",
  method: "POST",
  from: "http://h.test/mcp",
  visited: ["http://h.test/mcp"],
};

test.each([
  ["a relative path", {}, "http://h.test/mcp/"],
  ["308", { status: 308 }, "http://h.test/mcp/"],
  ["the same origin in full", { location: "http://h.test:80/x?y=1#z" }, "http://h.test/x?y=1"],
  ["https on the same host", { location: "https://h.test/mcp" }, "https://h.test/mcp"],
  ["302 of a GET", { method: "GET", status: 302 }, "http://h.test/mcp/"],
  ["303 of a GET", { method: "GET", status: 303 }, "http://h.test/mcp/"],
  ["307 of a DELETE", { method: "DELETE" }, "http://h.test/mcp/"],
] as const)("%s is followed", (_name, difference, url) => {
  expect(decideRedirect({ ...base, ...difference })).toEqual({ type: "follow", url });
});

test.each([
  ["301", { status: 301 }, /GET/],
  ["302", { status: 302 }, /GET/],
  ["303", { status: 303 }, /GET/],
  ["302 of a DELETE", { status: 302, method: "DELETE" }, /GET/],
  ["another host", { location: "http://other.test/mcp" }, /another origin/],
  ["another port", { location: "http://h.test:8080/mcp" }, /another origin/],
  ["a subdomain", { location: "http://a.h.test/mcp" }, /another origin/],
  ["https to http", { from: "https://h.test/mcp", location: "http://h.test/mcp" }, /another origin/],
  ["https on another port", { location: "https://h.test:8443/mcp" }, /another origin/],
  [
    "https from another port",
    { from: "http://h.test:8080/mcp", location: "https://h.test/mcp" },
    /another origin/,
  ],
  ["credentials in the target", { location: "http://u:p@h.test/mcp/" }, /another origin/],
  ["a scheme that is not HTTP", { location: "file:///etc/passwd" }, /another origin/],
  ["no target", { location: undefined }, /no target/],
  ["a target that is no URL", { location: "http://[" }, /not a URL/],
  ["a circle", { location: "/mcp" }, /circle/],
  ["a sixth redirect", { visited: ["a", "b", "c", "d", "e", "f"] }, /too many/],
] as const)("%s is refused", (_name, difference, problem) => {
  const verdict = decideRedirect({ ...base, ...difference });
  expect(verdict.type).toBe("refuse");
  if (verdict.type === "refuse") expect(verdict.problem).toMatch(problem);
});

test("five redirects are followed", () => {
  expect(decideRedirect({ ...base, visited: ["a", "b", "c", "d", "e"] }).type).toBe("follow");
});

test("whatever the target, a followed one has the same host", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.webUrl(), fc.string(), fc.constant("//h.test/x"), fc.constant("\\\\evil.test\\x")),
      (location) => {
        const verdict = decideRedirect({ ...base, location });
        if (verdict.type === "follow") expect(new URL(verdict.url).hostname).toBe("h.test");
      },
    ),
  );
});

test.each([300, 304, 305, 306, 400])("%i is no redirect", (status) => {
  expect(isRedirect(status)).toBe(false);
});
