import { isObject, type JsonObject, META, own } from "@snodo/protocol";
import type { Probe } from "../probe.ts";

const METHOD = "subscriptions/listen";

/** A `subscriptions/listen` stream, from 2026-07-28 on. */
export async function subscriptions(probe: Probe): Promise<void> {
  const filter = filterFor(probe.capabilities);
  if (probe.era === "initialize" || Object.keys(filter).length === 0) return;
  if (probe.connection.streaming === false) return;
  const { examiner } = probe;
  const stream = probe.listen(filter);
  const first = await stream.first;
  stream.close();
  if (typeof first === "string") {
    examiner.note("capability-honest", false, () => ({
      subject: METHOD,
      problem: `changes were announced, but listening for them got: ${first}`,
    }));
    return;
  }
  const problem = acknowledgementProblem(first, stream.id, filter);
  examiner.note("subscription", problem === undefined, () => ({
    subject: METHOD,
    problem: problem ?? "",
    evidence: first,
  }));
  const after = await probe.request("server/discover", {}, { mayFail: true });
  examiner.note("subscription", after.failure === undefined, () => ({
    subject: METHOD,
    problem: `after a subscription was closed the server no longer answers: ${after.failure}`,
  }));
}

/** Everything the server announced that it tells. */
function filterFor(capabilities: JsonObject): JsonObject {
  const has = (name: string): boolean => {
    const capability = capabilities[name];
    return isObject(capability) && own(capability, "listChanged") === true;
  };
  return {
    ...(has("tools") ? { toolsListChanged: true } : {}),
    ...(has("prompts") ? { promptsListChanged: true } : {}),
    ...(has("resources") ? { resourcesListChanged: true } : {}),
  };
}

function acknowledgementProblem(
  { method, params }: { readonly method: string; readonly params?: JsonObject | undefined },
  id: number,
  filter: JsonObject,
): string | undefined {
  if (method !== "notifications/subscriptions/acknowledged") return `the first message is ${method}`;
  const meta = own(params ?? {}, "_meta");
  const subscription = isObject(meta) ? own(meta, META.subscriptionId) : undefined;
  if (subscription !== id) {
    return `the acknowledgement has the subscription id ${JSON.stringify(subscription)}, the request ${id}`;
  }
  const accepted = own(params ?? {}, "notifications");
  const extra = isObject(accepted)
    ? Object.keys(accepted).filter((key) => accepted[key] === true && own(filter, key) !== true)
    : [];
  return extra.length === 0 ? undefined : `it accepted more than was asked: ${extra.join(", ")}`;
}
