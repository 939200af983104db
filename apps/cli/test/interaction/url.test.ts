import { type McpError, serverError } from "@snodo/protocol";
import { describe, expect, test } from "vitest";
import { CANCELLED } from "../../src/interaction/asker.ts";
import { nobodyToAsk } from "../../src/interaction/describe-input.ts";
import { askUrl } from "../../src/interaction/url.ts";
import { visitRequiredUrls } from "../../src/interaction/url-required.ts";
import { type Act, scriptedAsker } from "../support/scripted-asker.ts";

const ask = async (
  url: string,
  acts: readonly Act[],
  { serverWaits = true, browser = true, noBrowser = false } = {},
) => {
  const asker = scriptedAsker(acts);
  const opened: string[] = [];
  const open = async (page: string): Promise<boolean> => {
    opened.push(page);
    return browser;
  };
  const request = { mode: "url", message: "Pay here", url } as const;
  const result = await askUrl(request, "srv", asker, { open: noBrowser ? undefined : open, serverWaits });
  return { result, opened, seen: asker.seen };
};

const PAGE = "https://pay.example.com/x?y=1";

describe("a page to visit", () => {
  test("is shown with its whole address and host, and opened after a yes", async () => {
    const { result, opened, seen } = await ask(PAGE, ["Open it in the browser"]);
    expect(seen).toEqual([
      `srv asks you to visit a page: Pay here\n\nhost  pay.example.com\npage  ${PAGE}`,
      "? Visit pay.example.com? [Open it in the browser|I open it myself|Decline|Cancel]",
    ]);
    expect(opened).toEqual([PAGE]);
    expect(result).toEqual({ action: "accept" });
  });

  test.each<[act: Act, action: string]>([
    ["Decline", "decline"],
    ["Cancel", "cancel"],
    [CANCELLED, "cancel"],
    ["I open it myself", "accept"],
  ])("is not opened after %s", async (act, action) => {
    const { result, opened } = await ask(PAGE, [act]);
    expect(opened).toEqual([]);
    expect(result).toEqual({ action });
  });

  test("is to be opened by hand where there is no browser", async () => {
    const { result, seen } = await ask(PAGE, ["Open it in the browser"], { browser: false });
    expect(seen.at(-1)).toBe(`No browser could be opened: Open it yourself:\n${PAGE}`);
    expect(result).toEqual({ action: "accept" });
    const { seen: asked } = await ask(PAGE, ["I open it myself"], { noBrowser: true });
    expect(asked.at(-1)).toBe("? Visit pay.example.com? [I open it myself|Decline|Cancel]");
  });

  test("where the server does not learn of it, the user says when it is done", async () => {
    const { result, seen } = await ask(PAGE, ["Open it in the browser", "Go on"], { serverWaits: false });
    expect(seen.at(-1)).toBe("? When you are done there [Go on|Cancel]");
    expect(result).toEqual({ action: "accept" });
    const given = await ask(PAGE, ["Open it in the browser", "Cancel"], { serverWaits: false });
    expect(given.result).toEqual({ action: "cancel" });
  });

  test.each([
    "javascript:alert(1)",
    "file:///etc/passwd",
    "http://example.com/",
    "not a url",
    "data:text/html,x",
  ])("%s is declined without a question", async (url) => {
    const { result, opened, seen } = await ask(url, []);
    expect(result).toEqual({ action: "decline" });
    expect(opened).toEqual([]);
    expect(seen[0]).toContain(`Declined: only https pages are visited, and this is\n${url}`);
  });

  test("on this machine may be http", async () => {
    expect((await ask("http://localhost:8080/x", ["I open it myself"])).result).toEqual({ action: "accept" });
  });

  test.each([
    ["https://paypаl.com/", "host  xn--paypl-7ve.com", "! The host has letters that may look like others."],
    ["https://paypal.com@evil.example/", "host  evil.example", "! The host is what comes after the @."],
  ])("%s is shown with a warning", async (url, host, warning) => {
    const { seen } = await ask(url, ["Decline"]);
    expect(seen[0]).toContain(host);
    expect(seen[0]).toContain(warning);
  });
});

describe("error -32042 of 2025-11-25", () => {
  const required = (data: unknown): McpError =>
    serverError({ code: -32_042, message: "visit first", data } as never);
  const context = { signal: new AbortController().signal, server: "srv" };
  const request = { method: "tools/call", params: {}, options: {}, session: {} } as never;
  const urls = {
    elicitations: [
      { mode: "url", url: PAGE, message: "one" },
      { mode: "url", url: PAGE, message: "two" },
    ],
  };

  const run = async (answers: readonly ("accept" | "decline")[], errors: readonly McpError[]) => {
    const asked: string[] = [];
    const left = [...errors];
    const interceptor = visitRequiredUrls(({ message }) => {
      asked.push(message);
      return { action: answers[asked.length - 1] ?? "accept" };
    }, context);
    const outcome = await interceptor(request, async () => {
      const error = left.shift();
      if (error !== undefined) throw error;
      return "done";
    }).catch((error: unknown) => error);
    return { asked, outcome };
  };

  test("offers each page, then calls again", async () => {
    expect(await run(["accept", "accept"], [required(urls)])).toEqual({
      asked: ["one", "two"],
      outcome: "done",
    });
  });

  test("is the error of the call once one is declined", async () => {
    const error = required(urls);
    expect(await run(["decline"], [error])).toEqual({ asked: ["one"], outcome: error });
  });

  test("is the error of the call when it does not end", async () => {
    const errors = Array.from({ length: 9 }, () => required({ elicitations: [urls.elicitations[0]] }));
    const { asked, outcome } = await run([], errors);
    expect(asked).toHaveLength(5);
    expect(outcome).toBe(errors[5]);
  });

  test.each([undefined, {}, { elicitations: [] }, { elicitations: [{ url: 7 }] }])(
    "with %j is an error like any other",
    async (data) => {
      const error = required(data);
      expect(await run([], [error])).toEqual({ asked: [], outcome: error });
    },
  );

  test("other errors pass", async () => {
    const error = serverError({ code: -32_603, message: "x", data: urls } as never);
    expect(await run([], [error])).toEqual({ asked: [], outcome: error });
  });
});

describe("with nobody to ask", () => {
  test("a form is told by its fields, a page by its address", () => {
    const form = {
      message: "Who\nare you?",
      requestedSchema: {
        type: "object",
        properties: { name: { type: "string" }, age: { type: "integer" } },
        required: ["name"],
      },
    } as const;
    expect(nobodyToAsk(form, "srv")).toMatchObject({
      message: 'srv asks for name, [age] ("Who are you?"), and there is nobody to ask: this is no terminal.',
      exit: 7,
      reason: "input_needed",
      details: { asked: form },
    });
    expect(nobodyToAsk({ mode: "url", message: "Pay", url: PAGE }, "srv").message).toBe(
      `srv asks for a visit to ${PAGE} ("Pay"), and there is nobody to ask: this is no terminal.`,
    );
  });
});
