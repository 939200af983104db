// biome-ignore-all lint/suspicious/noTemplateCurlyInString: configuration files write references like this
import { describe, expect, test } from "vitest";
import { expand } from "../../src/targets/expand.ts";

const variables = {
  env: { KEY: "secret", EMPTY: "", NESTED: "${KEY}" },
  home: "/home/ada",
  workspace: "/home/ada/app",
  separator: "/",
};

describe("references of configuration files", () => {
  test.each([
    ["plain $KEY", "plain $KEY"],
    ["Bearer ${KEY}", "Bearer secret"],
    ["${env:KEY}", "secret"],
    ["${KEY}${KEY}", "secretsecret"],
    ["${NONE:-fallback}", "fallback"],
    ["${NONE:-}", ""],
    ["${NONE:-a:-b}", "a:-b"],
    ["${EMPTY:-fallback}", "fallback"],
    ["${EMPTY}", ""],
    // What a value holds is a value, and not looked into again.
    ["${NESTED}", "${KEY}"],
    ["${workspaceFolder}${/}x", "/home/ada/app/x"],
    ["${userHome}${pathSeparator}y", "/home/ada/y"],
    ["$${KEY}", "$secret"],
  ])("%s", (text, expected) => {
    expect(expand(text, variables)).toEqual({ text: expected });
  });

  test.each([
    ["${NONE}", "the environment variable NONE is not set"],
    ["${a b}", "${a b} names nothing that is known here"],
    ["${}", "${} names nothing that is known here"],
    [
      "${input:token}",
      "${input:token} is asked for by VS Code, and cannot be asked for here: use ${env:NAME} instead",
    ],
  ])("%s cannot be replaced", (text, problem) => {
    expect(expand(text, variables)).toEqual({ problem });
  });
});
