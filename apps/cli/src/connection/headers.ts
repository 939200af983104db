import { usageError } from "../exit/cli-error.ts";

/**
 * Reads the values of `--header`, as curl writes them.
 *
 * @param values - `Name: value` each
 * @throws CliError for one without a name
 */
export function readHeaders(values: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    values.map((value) => {
      const match = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/s.exec(value);
      if (match?.[1] === undefined || match[2] === undefined) {
        // Not shown: what has no name may be a secret.
        throw usageError("A value of --header has no name.", 'Write it as --header "Name: value".');
      }
      return [match[1], match[2].trim()];
    }),
  );
}
