import { sha256 } from "../encoding.ts";

/**
 * The key of a record: a hash of everything that tells it from others, so that keys and file names reveal nothing and
 * no two tuples meet.
 *
 * @param parts - what the record belongs to, such as issuer, client id, resource and account
 */
export function recordKey(...parts: readonly (string | undefined)[]): Promise<string> {
  return sha256(JSON.stringify(parts.map((part) => part ?? null)));
}
