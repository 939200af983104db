import { ErrorCode } from "@snodo/protocol";
import type { Probe } from "../probe.ts";

const UNKNOWN = "snodo/no-such-method";

/** Ids, unknown methods and notifications, ping. */
export async function basics(probe: Probe): Promise<void> {
  const { examiner } = probe;
  const { error, result, failure } = await probe.request(UNKNOWN);
  examiner.note("unknown-method", error?.code === ErrorCode.MethodNotFound, () => ({
    subject: "an unknown method",
    problem: "it was not answered -32601",
    evidence: error ?? result ?? failure,
  }));
  // An id of text: a server that turns it into a number, or loses it, leaves its client waiting.
  const method = probe.era === "stateless" ? "server/discover" : "ping";
  await probe.request(method, {}, { id: "check-text-id" });
  if (probe.era === "stateless") return;
  const pong = await probe.request("ping");
  examiner.note("ping", pong.result !== undefined, () => ({
    subject: "ping",
    problem: "it was not answered with a result",
    evidence: pong.error ?? pong.failure,
  }));
  await probe.notify("notifications/snodo/unknown", { hello: true });
  await probe.notify("notifications/cancelled", { requestId: 987_654, reason: "never sent" });
  const after = await probe.request("ping", {}, { mayFail: true });
  for (const rule of ["unknown-notification", "cancel-ignored"] as const) {
    examiner.note(rule, after.failure === undefined, () => ({
      subject: rule === "cancel-ignored" ? "notifications/cancelled" : "an unknown notification",
      problem: `the server no longer answers after it: ${after.failure}`,
    }));
  }
}
