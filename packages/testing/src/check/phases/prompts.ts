import { ErrorCode, isObject, type JsonObject, own } from "@snodo/protocol";
import type { Probe } from "../probe.ts";
import { PROMPTS, TEMPLATES, walkList } from "./walk-list.ts";

/** How many prompts are rendered. */
const RENDERED = 3;
const UNKNOWN = "snodo-no-such-prompt";

/** Prompts as listed, some of them rendered; completion of their arguments. */
export async function prompts(probe: Probe): Promise<void> {
  const listed = probe.announced("prompts") ? await walkList(probe, PROMPTS) : [];
  if (probe.announced("prompts")) {
    for (const prompt of listed.filter((each) => argumentsOf(each, true).length === 0).slice(0, RENDERED)) {
      await probe.request("prompts/get", { name: own(prompt, "name") });
    }
    const { error, result, failure } = await probe.request("prompts/get", { name: UNKNOWN });
    probe.examiner.note("unknown-prompt", error?.code === ErrorCode.InvalidParams, () => ({
      subject: "prompts/get",
      problem:
        error === undefined
          ? "a prompt that does not exist was answered with a result"
          : `a prompt that does not exist was answered ${error.code}`,
      evidence: error ?? result ?? failure,
    }));
  }
  await completion(probe, listed);
}

function argumentsOf(prompt: JsonObject, requiredOnly: boolean): readonly JsonObject[] {
  const declared = own(prompt, "arguments");
  if (!Array.isArray(declared)) return [];
  return declared.filter(isObject).filter((argument) => !requiredOnly || own(argument, "required") === true);
}

async function completion(probe: Probe, listed: readonly JsonObject[]): Promise<void> {
  // 2024-11-05 has no capability that announces it.
  const announced = probe.announced("completions");
  if (!announced) return;
  const reference = await somethingToComplete(probe, listed);
  if (reference === undefined) return;
  const { error } = await probe.request("completion/complete", reference);
  probe.examiner.note("capability-honest", error?.code !== ErrorCode.MethodNotFound, () => ({
    subject: "completions",
    problem: "completion/complete does not exist, though completions was announced",
    evidence: error,
  }));
}

async function somethingToComplete(
  probe: Probe,
  listed: readonly JsonObject[],
): Promise<JsonObject | undefined> {
  for (const prompt of listed) {
    const [argument] = argumentsOf(prompt, false);
    if (argument === undefined) continue;
    const ref = { type: "ref/prompt", name: own(prompt, "name") };
    return { ref, argument: { name: own(argument, "name"), value: "" } };
  }
  if (!probe.announced("resources")) return undefined;
  const { result } = await probe.request(TEMPLATES.method);
  const templates = result === undefined ? [] : own(result, TEMPLATES.key);
  const template = Array.isArray(templates) ? templates.find(isObject) : undefined;
  const uri = template === undefined ? undefined : own(template, "uriTemplate");
  const variable = typeof uri === "string" ? /\{[+#./;?&]?([^}*:,]+)/.exec(uri)?.[1] : undefined;
  return variable === undefined
    ? undefined
    : { ref: { type: "ref/resource", uri }, argument: { name: variable, value: "" } };
}
