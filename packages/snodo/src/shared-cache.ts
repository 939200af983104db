import { responseCache } from "@snodo/cache";
import type { ResponseCache } from "@snodo/protocol";

let shared: ResponseCache | undefined;

/**
 * What the `cache` option means here: `true` is one cache for the whole process, 256 results and 16 MiB.
 *
 * @param cache - the option
 */
export function cacheOf(cache: boolean | ResponseCache | undefined): ResponseCache | undefined {
  if (cache !== true) return cache === false ? undefined : cache;
  shared ??= responseCache();
  return shared;
}
