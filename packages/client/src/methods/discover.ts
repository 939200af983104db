import type { DiscoverResult } from "@snodo/protocol";
import { call } from "../calls/perform.ts";
import type { Core } from "../connection/core.ts";
import { session } from "../connection/session.ts";
import { readFacts } from "../negotiate/facts.ts";
import type { CallOptions } from "../options.ts";

/** Requests `server/discover` and keeps what it says in the session. */
export async function discover(core: Core, options?: CallOptions): Promise<DiscoverResult> {
  const result = await call(core, "server/discover", {}, options);
  const { revision, era } = core.link.dialect;
  core.session = session(revision, era, core.link.connection, readFacts(result));
  return result as unknown as DiscoverResult;
}
