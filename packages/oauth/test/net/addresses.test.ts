import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostKind } from "../../src/net/addresses.ts";
import { isPrivateAddress } from "../../src/node/network.ts";

describe("hostKind", () => {
  test.each([
    ["localhost", "loopback"],
    ["app.localhost", "loopback"],
    ["127.0.0.1", "loopback"],
    ["127.255.0.3", "loopback"],
    ["[::1]", "loopback"],
    ["10.1.2.3", "private"],
    ["172.16.0.1", "private"],
    ["172.31.255.255", "private"],
    ["192.168.1.1", "private"],
    ["169.254.169.254", "private"],
    ["100.64.0.1", "private"],
    ["0.0.0.0", "private"],
    ["224.0.0.1", "private"],
    ["255.255.255.255", "private"],
    ["[fe80::1]", "private"],
    ["[fd00::1]", "private"],
    ["[ff02::1]", "private"],
    ["[::]", "private"],
    ["[::ffff:7f00:1]", "private"],
    ["[64:ff9b::7f00:1]", "private"],
    ["[2002:7f00:1::]", "private"],
    ["[2001::1]", "private"],
    ["8.8.8.8", "public"],
    ["172.32.0.1", "public"],
    ["100.128.0.1", "public"],
    ["[2606:4700::1111]", "public"],
    ["[2001:db8::1]", "public"],
    ["example.com", undefined],
    ["localhost.example.com", undefined],
    ["1.2.3.4.example", undefined],
  ])("%s is %s", (host, kind) => {
    expect(hostKind(host)).toBe(kind);
  });

  test.each([
    ["http://2130706433/", "loopback"],
    ["http://0x7f.1/", "loopback"],
    ["http://[::ffff:10.0.0.1]/", "private"],
    ["http://0251.0376.169.254/", "private"],
  ])("spelled as %s it is the same", (url, kind) => {
    expect(hostKind(new URL(url).hostname)).toBe(kind);
  });

  test("agrees with the platform's own list on every IPv4 address", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(hostKind(address) !== "public").toBe(isPrivateAddress(address));
      }),
    );
  });
});

describe("isPrivateAddress", () => {
  test.each([
    "::ffff:127.0.0.1",
    "::ffff:a9fe:a9fe",
    "64:ff9b::10.0.0.1",
    "2002:c0a8:0101::1",
    "fe80::1%eth0",
    "::1",
    "::",
    "fd12::1",
  ])("%s is private", (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  test.each(["8.8.8.8", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2606:4700::1111"])("%s is not", (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });
});
