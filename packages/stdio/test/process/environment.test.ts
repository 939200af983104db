import { describe, expect, test } from "vitest";
import { safeEnvironment, serverEnvironment } from "../../src/process/environment.ts";

const here = {
  PATH: "/bin",
  HOME: "/home/ada",
  LANG: "C.UTF-8",
  AWS_SECRET_ACCESS_KEY: "hush",
  HTTPS_PROXY: "http://user:hush@proxy",
  SHELL: "() { :; }; echo",
};
const windows = {
  Path: "C:\\Windows",
  PATHEXT: ".EXE;.CMD",
  ComSpec: "C:\\Windows\\cmd.exe",
  ProgramData: "C:\\ProgramData",
  "ProgramFiles(x86)": "C:\\Program Files (x86)",
  COMPUTERNAME: "ADA",
  SystemRoot: "C:\\Windows",
  GITHUB_TOKEN: "hush",
};

describe("the safe environment", () => {
  test("has what programs need, no secrets and no shell functions", () => {
    expect(safeEnvironment(here, "linux")).toEqual({ PATH: "/bin", HOME: "/home/ada", LANG: "C.UTF-8" });
  });

  test("on Windows has the wider list, under the names the system uses", () => {
    const { GITHUB_TOKEN: _, ...safe } = windows;
    expect(safeEnvironment(windows, "win32")).toEqual(safe);
  });

  test("is that of this process unless told otherwise", () => {
    expect(safeEnvironment()["PATH"]).toBe(process.env["PATH"]);
    expect(Object.keys(safeEnvironment())).not.toContain("VITEST");
  });
});

describe("the environment of a server", () => {
  test("is the safe one with the caller's on top; undefined values are ignored", () => {
    expect(
      serverEnvironment({ KEY: "v", LANG: "de", HOME: undefined, NONE: undefined }, false, here, "linux"),
    ).toEqual({
      PATH: "/bin",
      HOME: "/home/ada",
      LANG: "de",
      KEY: "v",
    });
  });

  test("can be everything, or the safe one and more by name", () => {
    expect(serverEnvironment({ KEY: "v" }, true, here, "linux")).toEqual({ ...here, KEY: "v" });
    expect(serverEnvironment({}, ["HTTPS_PROXY", "ABSENT"], here, "linux")).toEqual({
      PATH: "/bin",
      HOME: "/home/ada",
      LANG: "C.UTF-8",
      HTTPS_PROXY: here.HTTPS_PROXY,
    });
  });

  test("on Windows has each name once, whatever its case, and the caller's wins", () => {
    const merged = serverEnvironment(
      { PATH: "D:\\tools", github_token: "mine" },
      ["GitHub_Token"],
      windows,
      "win32",
    );
    expect(merged).toMatchObject({ PATH: "D:\\tools", github_token: "mine" });
    expect(
      Object.keys(merged)
        .map((name) => name.toUpperCase())
        .sort(),
    ).toEqual([
      "COMPUTERNAME",
      "COMSPEC",
      "GITHUB_TOKEN",
      "PATH",
      "PATHEXT",
      "PROGRAMDATA",
      "PROGRAMFILES(X86)",
      "SYSTEMROOT",
    ]);
  });

  test("takes names such as __proto__ as names", () => {
    const own = JSON.parse('{"__proto__":"x","constructor":"y"}') as Record<string, string>;
    const merged = serverEnvironment(own, false, {}, "linux");
    expect(Object.entries(merged)).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
    ]);
  });
});
