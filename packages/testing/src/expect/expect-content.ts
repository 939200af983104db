import type { GetPromptResult, JsonObject, ReadResourceResult } from "@snodo/protocol";
import { ExpectationFailure } from "./expect-tool.ts";
import { isAnswer } from "./observe.ts";
import { matches } from "./verdicts.ts";

/** What `expectResource` needs of a client. */
export interface ResourceReader {
  readResource(uri: string): Promise<{ readonly contents?: ReadResourceResult["contents"] }>;
}

/** What `expectPrompt` needs of a client. */
export interface PromptGetter {
  getPrompt(
    name: string,
    args: Readonly<Record<string, string>>,
  ): Promise<{ readonly messages?: GetPromptResult["messages"] }>;
}

/** What can be expected of a resource or a prompt. */
export interface TextExpectation {
  /** Its text, all parts joined by line breaks, is this. */
  toHaveText(text: string | RegExp): Promise<void>;
  /** Asking for it is answered with a JSON-RPC error, of this code if one is given. */
  toBeRefused(code?: number): Promise<void>;
}

/**
 * Reads a resource and says what is expected of it.
 *
 * @param client - a connected client
 * @param uri - the resource
 */
export function expectResource(client: ResourceReader, uri: string): TextExpectation {
  return expectText(`resource ${uri}`, async () => {
    const { contents = [] } = await client.readResource(uri);
    return contents.map((part) => ("text" in part ? part.text : part.blob)).join("\n");
  });
}

/**
 * Renders a prompt and says what is expected of it.
 *
 * @param client - a connected client
 * @param name - the prompt
 * @param args - its arguments; none by default
 */
export function expectPrompt(
  client: PromptGetter,
  name: string,
  args: Readonly<Record<string, string>> = {},
): TextExpectation {
  return expectText(`prompt ${name}`, async () => {
    const { messages = [] } = await client.getPrompt(name, args);
    return messages
      .map(({ content }) => (content.type === "text" ? content.text : JSON.stringify(content)))
      .join("\n");
  });
}

function expectText(what: string, load: () => Promise<string>): TextExpectation {
  const loaded = load().then(
    (text) => ({ text }),
    (error: unknown) => ({ error }),
  );
  return {
    async toHaveText(expected) {
      const seen = await loaded;
      const holds = "text" in seen && matches(seen.text, expected);
      if (!holds)
        throw new ExpectationFailure(
          `${what} should have the text ${String(expected)}`,
          shown(seen),
          expected,
        );
    },
    async toBeRefused(code) {
      const seen = await loaded;
      const actual = "error" in seen ? (seen.error as JsonObject | undefined)?.["code"] : undefined;
      const holds = "error" in seen && isAnswer(seen.error) && (code === undefined || actual === code);
      const should = code === undefined ? "be refused" : `be refused with ${code}`;
      if (!holds) throw new ExpectationFailure(`${what} should ${should}`, shown(seen), code ?? "an error");
    },
  };
}

function shown(seen: { readonly text: string } | { readonly error: unknown }): unknown {
  return "text" in seen ? seen.text : String(seen.error);
}
