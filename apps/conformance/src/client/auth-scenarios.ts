import { isMcpError, type McpError } from "snodo";
import type { Scenario } from "./environment.ts";
import { open } from "./open.ts";
import { providerFor } from "./providers.ts";

/** Lists the tools and calls one, with whatever authorization that takes. */
export async function authorized(scenario: Scenario): Promise<void> {
  await using client = await open(scenario, { tokenProvider: providerFor(scenario) });
  await client.listTools();
  await client.callTool("test-tool");
}

/**
 * The same where it must not work. That the client failed is not enough: it has to know why.
 *
 * @param why - tells the error the application is to get
 */
export function refused(why: (error: McpError) => boolean): (scenario: Scenario) => Promise<void> {
  return async (scenario) => {
    try {
      await authorized(scenario);
    } catch (error) {
      if (isMcpError(error) && why(error)) return;
      throw error;
    }
    throw new Error(`${scenario.name}: the client went on although it must not`);
  };
}

/** An error of the way to a token, of this problem. */
export function problem(name: string): (error: McpError) => boolean {
  return ({ reason }) => reason.type === "authorization" && reason.problem === name;
}
