import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

/** What is wrong with a text, in words. */
const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ["InvalidSymbol", "names and texts need double quotes"],
  ["InvalidNumberFormat", "this is no number"],
  ["PropertyNameExpected", "the name of a member is missing"],
  ["ValueExpected", "a value is missing"],
  ["ColonExpected", "a colon is missing"],
  ["CommaExpected", "a comma is missing"],
  ["CloseBraceExpected", "a } is missing"],
  ["CloseBracketExpected", "a ] is missing"],
  ["EndOfFileExpected", "there is more after the end"],
  ["UnexpectedEndOfString", "a string is not closed"],
  ["UnexpectedEndOfComment", "a comment is not closed"],
]);

/**
 * Reads JSON with comments and trailing commas, as editors write it.
 *
 * @param text - the content of a file
 * @returns the value, or what is wrong and where
 */
export function readJsonc(text: string): { value: unknown } | { problem: string } {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) return { problem: sayError(first, text) };
  return { value: root === undefined ? undefined : contentOf(root) };
}

/** Built from the tree: a member may be called `__proto__`. */
function contentOf({ type, value, children = [] }: Node): unknown {
  if (type === "array") return children.map(contentOf);
  if (type !== "object") return value;
  return Object.fromEntries(
    children.map(({ children: [name, member] = [] }) => [
      String(name?.value),
      member === undefined ? undefined : contentOf(member),
    ]),
  );
}

function sayError({ error, offset }: ParseError, text: string): string {
  const lines = text.slice(0, offset).split("\n");
  const column = (lines.at(-1)?.length ?? 0) + 1;
  return `${PROBLEMS.get(printParseErrorCode(error)) ?? "it cannot be read"} (line ${lines.length}, column ${column})`;
}
