import { expect, test } from "vitest";
import { resolveEndpoint } from "../../src/legacy/endpoint.ts";

const stream = "https://h.test/prefix/sse?k=1";

test.each([
  ["/messages?id=1", "https://h.test/messages?id=1"],
  ["messages?id=1", "https://h.test/prefix/messages?id=1"],
  ["?id=1", "https://h.test/prefix/sse?id=1"],
  ["https://h.test/x#y", "https://h.test/x"],
  ["  /padded\n", "https://h.test/padded"],
])("%j is %s", (data, url) => {
  expect(resolveEndpoint(data, stream, undefined)).toEqual({ url });
});

test.each([
  "http://h.test/x",
  "https://internal:8080/x",
  "//other.test/x",
  "javascript:alert(1)",
  "file:///x",
  "http://[",
])("%j is refused", (data) => {
  expect(resolveEndpoint(data, stream, undefined)).toHaveProperty("problem");
});

test("an override is the caller's word, of any origin", () => {
  expect(resolveEndpoint("/wrong", stream, "/prefix/messages")).toEqual({
    url: "https://h.test/prefix/messages",
  });
  expect(resolveEndpoint("/wrong", stream, "https://other.test/m")).toEqual({ url: "https://other.test/m" });
});
