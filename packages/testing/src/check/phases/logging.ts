import { ErrorCode } from "@snodo/protocol";
import type { Probe } from "../probe.ts";

/** `logging/setLevel`, until 2025-11-25. */
export async function logging(probe: Probe): Promise<void> {
  if (probe.era === "stateless" || !probe.announced("logging")) return;
  const { examiner } = probe;
  const set = await probe.request("logging/setLevel", { level: "warning" });
  examiner.note("capability-honest", set.error?.code !== ErrorCode.MethodNotFound, () => ({
    subject: "logging",
    problem: "logging/setLevel does not exist, though logging was announced",
    evidence: set.error,
  }));
  const { error, result, failure } = await probe.request("logging/setLevel", { level: "snodo-loud" });
  examiner.note("log-level", error?.code === ErrorCode.InvalidParams, () => ({
    subject: "logging/setLevel",
    problem:
      error === undefined
        ? "a level that does not exist was accepted"
        : `a level that does not exist was answered ${error.code}`,
    evidence: error ?? result ?? failure,
  }));
}
