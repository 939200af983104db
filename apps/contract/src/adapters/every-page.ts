/** A page of the other libraries. */
interface ToolPage {
  readonly tools: readonly { readonly name: string }[];
  readonly nextCursor?: string | undefined;
}

/**
 * Follows the cursor for libraries that give one page at a time, as a careful host does: it ends at a cursor that
 * repeats. What these libraries do about paging is therefore not judged.
 *
 * @param list - asks for one page
 */
export async function everyPage(list: (cursor: string | undefined) => Promise<ToolPage>): Promise<string[]> {
  const names: string[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await list(cursor);
    names.push(...page.tools.map(({ name }) => name));
    cursor = page.nextCursor;
    if (cursor !== undefined && seen.has(cursor)) throw new Error("the cursor repeats");
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
  return names;
}
