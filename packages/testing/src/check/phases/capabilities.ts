import { ErrorCode, type JsonObject } from "@snodo/protocol";
import type { Probe } from "../probe.ts";

interface Feature {
  readonly capability: string;
  readonly method: string;
  readonly params: JsonObject;
}

const FEATURES: readonly Feature[] = [
  { capability: "tools", method: "tools/list", params: {} },
  { capability: "resources", method: "resources/list", params: {} },
  { capability: "prompts", method: "prompts/list", params: {} },
  {
    capability: "completions",
    method: "completion/complete",
    params: { ref: { type: "ref/prompt", name: "snodo" }, argument: { name: "snodo", value: "" } },
  },
];

/** What was not announced must not be there. */
export async function capabilities(probe: Probe): Promise<void> {
  const { examiner, era, revision } = probe;
  for (const { capability, method, params } of FEATURES) {
    if (probe.announced(capability)) continue;
    if (capability === "completions" && revision === "2024-11-05") continue;
    const { error, result } = await probe.request(method, params);
    if (era === "stateless") {
      examiner.note("capability-undeclared", error?.code === ErrorCode.MethodNotFound, () => ({
        subject: method,
        problem: `${capability} was not announced, and the method was not answered -32601`,
        evidence: error ?? result,
      }));
    } else {
      examiner.note("capability-missing", result === undefined, () => ({
        subject: method,
        problem: `it works, though ${capability} was not announced`,
        evidence: result,
      }));
    }
  }
}
