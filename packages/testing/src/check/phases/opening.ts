import { ErrorCode, isObject, type JsonObject, META, own, type Revision } from "@snodo/protocol";
import type { CheckRun } from "../check-run.ts";
import { Probe } from "../probe.ts";

/** A version no server speaks. */
const UNSPOKEN = "1999-01-01";
const CLIENT: JsonObject = Object.freeze({ name: "snodo-check", version: "1.0.0" });

/** What opening a connection in one revision led to. */
export type Opened =
  | { readonly probe: Probe; readonly greeting: JsonObject }
  /** The server does not speak the revision. */
  | { readonly reason: string };

/**
 * Opens a connection in one revision, if the server speaks it.
 *
 * @param run - the check
 * @param revision - what to speak
 */
export async function open(run: CheckRun, revision: Revision): Promise<Opened> {
  const probe = await Probe.open(run, revision);
  const opened = probe.era === "stateless" ? await discover(probe) : await initialize(probe);
  if ("reason" in opened) await probe.close();
  return opened;
}

async function discover(probe: Probe): Promise<Opened> {
  const { result, error, failure } = await probe.request("server/discover", {}, { mayFail: true });
  if (result === undefined || own(result, "supportedVersions") === undefined) {
    return {
      reason:
        failure ?? (error === undefined ? "the answer is no discovery" : `${error.code} ${error.message}`),
    };
  }
  probe.examiner.capabilities = capabilitiesOf(result);
  const listed = own(result, "supportedVersions");
  probe.examiner.note("version-listed", Array.isArray(listed) && listed.includes(probe.revision), () => ({
    subject: "server/discover",
    problem: `${probe.revision} was answered but is not in supportedVersions`,
    evidence: listed,
  }));
  return { probe, greeting: result };
}

async function initialize(probe: Probe): Promise<Opened> {
  const { result, error, failure } = await probe.request("initialize", greeting(probe.revision), {
    mayFail: true,
  });
  const negotiated = result === undefined ? undefined : own(result, "protocolVersion");
  if (result === undefined || negotiated !== probe.revision) {
    const why =
      error === undefined ? `answers ${JSON.stringify(negotiated)}` : `${error.code} ${error.message}`;
    return { reason: failure ?? why };
  }
  probe.examiner.capabilities = capabilitiesOf(result);
  await probe.notify("notifications/initialized");
  return { probe, greeting: result };
}

function greeting(protocolVersion: string): JsonObject {
  return { protocolVersion, capabilities: {}, clientInfo: CLIENT };
}

function capabilitiesOf(result: JsonObject): JsonObject {
  const capabilities = own(result, "capabilities");
  return isObject(capabilities) ? capabilities : {};
}

/** Versions nobody speaks, and envelopes that are not whole. */
export async function versions(probe: Probe): Promise<void> {
  if (probe.era === "initialize") return;
  const whole = {
    [META.protocolVersion]: probe.revision,
    [META.clientCapabilities]: {},
    [META.clientInfo]: CLIENT,
  };
  // Over HTTP the transport writes the version header; the HTTP rules ask with one that agrees.
  if (probe.run.transport.kind !== "http") {
    const meta = { ...whole, [META.protocolVersion]: UNSPOKEN };
    const { error, result } = await probe.request("server/discover", {}, { meta });
    checkRefusal(probe, error, result);
  }
  const { [META.clientCapabilities]: _left, ...partial } = whole;
  const answer = await probe.request("server/discover", {}, { meta: partial });
  probe.examiner.note("envelope-required", answer.error?.code === ErrorCode.InvalidParams, () => ({
    subject: "server/discover",
    problem: `a request without ${META.clientCapabilities} was not refused with -32602`,
    evidence: answer.error ?? answer.result ?? answer.failure,
  }));
}

function checkRefusal(
  probe: Probe,
  error: { readonly code: number; readonly data?: unknown } | undefined,
  result: unknown,
): void {
  const data = isObject(error?.data) ? error.data : {};
  const supported = own(data, "supported");
  const refused = error?.code === ErrorCode.UnsupportedVersion;
  const told =
    Array.isArray(supported) && supported.includes(probe.revision) && own(data, "requested") === UNSPOKEN;
  probe.examiner.note("version-refused", refused && told, () => ({
    subject: "server/discover",
    problem: refused
      ? "the error does not say supported (with the versions the server speaks) and requested"
      : `version ${UNSPOKEN} was not refused with -32022`,
    evidence: error ?? result,
  }));
}

/**
 * Asks a server of the initialize era for a version nobody speaks, on a connection of its own.
 *
 * @param run - the check
 * @param revision - one that it speaks
 */
export async function versionFallback(run: CheckRun, revision: Revision): Promise<void> {
  const probe = await Probe.open(run, revision);
  const { result, error } = await probe.request("initialize", greeting(UNSPOKEN));
  const answered = result === undefined ? undefined : own(result, "protocolVersion");
  // An error that lists what is supported is shown by the pages, too.
  const listed = isObject(error?.data) && Array.isArray(own(error.data, "supported"));
  probe.examiner.note(
    "version-fallback",
    listed || (typeof answered === "string" && answered !== UNSPOKEN),
    () => ({
      subject: "initialize",
      problem:
        answered === UNSPOKEN
          ? `the server agreed to speak ${UNSPOKEN}, which does not exist`
          : `asked for ${UNSPOKEN}, the server named no version it speaks`,
      evidence: error ?? result,
    }),
  );
  await probe.close();
}
