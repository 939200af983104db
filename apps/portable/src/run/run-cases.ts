import type { CaseContext, PortableCase, SeenRequest } from "../portable-case.ts";

/** What came of one case. */
export interface CaseResult {
  readonly name: string;
  /** What went wrong; missing when nothing did. */
  readonly error?: string;
}

/** How long a case may take, in milliseconds. */
const LIMIT = 20_000;

function contextFor(origin: string, run: string): CaseContext {
  let servers = 0;
  return {
    origin,
    server: (kind) => `${origin}/s/${kind}/${run}-${++servers}`,
    async requests(url) {
      const response = await fetch(url.replace("/s/", "/seen/"));
      return (await response.json()) as readonly SeenRequest[];
    },
  };
}

async function runCase(one: PortableCase, context: CaseContext): Promise<CaseResult> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`still running after ${LIMIT} ms`)), LIMIT);
  });
  try {
    await Promise.race([one.run(context), late]);
    return { name: one.name };
  } catch (error) {
    return { name: one.name, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs every case, one after the other.
 *
 * @param origin - of the fixture
 * @param run - tells this run's servers from those of others
 */
export async function runCases(
  cases: readonly PortableCase[],
  origin: string,
  run: string,
): Promise<readonly CaseResult[]> {
  const context = contextFor(origin, run);
  const results: CaseResult[] = [];
  for (const one of cases) results.push(await runCase(one, context));
  return results;
}
