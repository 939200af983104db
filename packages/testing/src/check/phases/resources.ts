import { ErrorCode, isObject, type JsonObject, own } from "@snodo/protocol";
import type { Probe } from "../probe.ts";
import { RESOURCES, TEMPLATES, walkList } from "./walk-list.ts";

/** How many resources are read. */
const READ = 3;
const UNKNOWN = "snodo-check:///no/such/resource";

/** Resources and templates as listed, some of them read, one of them watched. */
export async function resources(probe: Probe): Promise<void> {
  if (!probe.announced("resources")) return;
  const listed = await walkList(probe, RESOURCES);
  await walkList(probe, TEMPLATES);
  for (const resource of listed.slice(0, READ))
    await probe.request("resources/read", { uri: own(resource, "uri") });
  await unknownResource(probe);
  if (probe.era === "initialize") await subscribe(probe, listed[0]);
}

async function unknownResource(probe: Probe): Promise<void> {
  const { error, result, failure } = await probe.request("resources/read", { uri: UNKNOWN });
  const expected = probe.era === "stateless" ? ErrorCode.InvalidParams : ErrorCode.ResourceNotFound;
  probe.examiner.note("unknown-resource", error?.code === expected, () => ({
    subject: "resources/read",
    problem:
      error === undefined
        ? "a resource that does not exist was answered with a result"
        : `a resource that does not exist was answered ${error.code}, not ${expected}`,
    evidence: error ?? result ?? failure,
  }));
}

async function subscribe(probe: Probe, resource: JsonObject | undefined): Promise<void> {
  const capability = probe.capabilities["resources"];
  if (!isObject(capability) || own(capability, "subscribe") !== true || resource === undefined) return;
  for (const method of ["resources/subscribe", "resources/unsubscribe"]) {
    const { error } = await probe.request(method, { uri: own(resource, "uri") });
    probe.examiner.note("capability-honest", error?.code !== ErrorCode.MethodNotFound, () => ({
      subject: "resources.subscribe",
      problem: `${method} does not exist, though resources.subscribe was announced`,
      evidence: error,
    }));
  }
}
