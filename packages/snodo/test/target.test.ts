import { describe, expect, it } from "vitest";
import { connect, http, stdio } from "../src/index.ts";
import { splitOptions } from "../src/split-options.ts";
import { nameTarget, type Target } from "../src/target.ts";

describe("nameTarget", () => {
  it("takes a URL as text or object", () => {
    expect(nameTarget("https://example.com/mcp/")).toEqual({
      kind: "http",
      url: "https://example.com/mcp/",
      headers: undefined,
    });
    expect(nameTarget(new URL("http://localhost:1/mcp")).kind).toBe("http");
  });

  it("takes an entry of a config file, with keys of other programs", () => {
    const entry = { command: "npx", args: ["-y", "server"], env: { A: "1" }, disabled: true };
    expect(nameTarget(entry)).toEqual({ kind: "stdio", command: entry });
    expect(nameTarget({ url: "https://example.com", headers: { a: "b" } })).toMatchObject({
      kind: "http",
      headers: { a: "b" },
    });
  });

  it("takes any transport as it is", () => {
    const transport = http("http://localhost:1/mcp");
    expect(nameTarget(transport)).toEqual({ kind: "transport", transport });
  });

  it.each<[unknown, RegExp]>([
    ["npx server", /"npx server" is no http\(s\) URL; for a command pass { command, args }/],
    ["ftp://example.com", /no http\(s\) URL/],
    [{}, /connect needs a URL, { command, args }, { url, headers } or a Transport/],
    [null, /connect needs a URL/],
    [{ command: "a", url: "http://b" }, /either "command" or "url"/],
  ])("refuses %j and says what to pass", (target, message) => {
    expect(() => nameTarget(target as Target)).toThrow(message);
    expect(() => nameTarget(target as Target)).toThrow(TypeError);
  });
});

describe("splitOptions", () => {
  it("keeps the client's options from the transport's", () => {
    const headers = { a: "b" };
    expect(splitOptions({ timeout: 1, headers, cache: true })).toEqual({
      client: { timeout: 1, cache: true },
      transport: { headers },
    });
  });

  it("leaves out what is undefined, so that it neither hides the headers of a target nor counts as an option", async () => {
    expect(splitOptions({ timeout: undefined, headers: undefined })).toEqual({ client: {}, transport: {} });
    const seen: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      seen.push(new Headers(init?.headers).get("x-key"));
      throw new TypeError("no network");
    };
    const target = { url: "http://localhost/mcp", headers: { "x-key": "k" } };
    await expect(connect(target, { headers: undefined, fetch })).rejects.toThrow("no network");
    expect(seen[0]).toBe("k");
    await using client = await connect(http("http://localhost/mcp"), {
      protocol: "2026-07-28",
      headers: undefined,
    } as never);
    expect(client.session.era).toBe("stateless");
  });
});

describe("connect", () => {
  it("refuses transport options next to a transport, instead of ignoring them", async () => {
    const transport = stdio({ command: "node" });
    const options = { headers: { a: "b" } } as never;
    await expect(connect(transport, options)).rejects.toThrow(
      "the option headers has no effect on a Transport",
    );
  });
});
