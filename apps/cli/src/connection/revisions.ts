import { isRevision, REVISIONS, type Revision } from "@snodo/protocol";
import type { Options } from "../command-line/options.ts";
import { usageError } from "../exit/cli-error.ts";

/**
 * The revisions `--protocol` allows.
 *
 * @param options - of the command line
 * @returns undefined for all
 * @throws CliError for one that does not exist
 */
export function revisions(options: Options): readonly Revision[] | undefined {
  return options
    .value("protocol")
    ?.split(",")
    .map((text) => {
      const revision = text.trim();
      if (isRevision(revision)) return revision;
      throw usageError(`--protocol ${revision} is no revision.`, `There are ${REVISIONS.join(", ")}.`);
    });
}
