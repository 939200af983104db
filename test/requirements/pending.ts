/** Entries no test cites yet. An entry leaves this list in the change that adds its first test. */
export const pending: readonly string[] = [];
