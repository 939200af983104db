import type { CallOptions, Client } from "@snodo/client";
import { isObject, type JsonObject, own, type Resource } from "@snodo/protocol";
import { SKILLS } from "./extension.ts";
import { malformed, nameOf, notSupported, refused } from "./failures.ts";
import { everyItem } from "./pages.ts";
import { readEntry } from "./read-entry.ts";
import type { RejectedSkill, Skill, SkillListing } from "./skill.ts";

/**
 * What the server declares of the extension; undefined when it does not declare it, or speaks a revision older than the
 * extension. A pinned stateless connection is asked first.
 */
export async function declared(client: Client): Promise<JsonObject | undefined> {
  if (client.session.era === "initialize") return undefined;
  const capabilities = client.session.capabilities ?? (await client.discover()).capabilities;
  const extensions: unknown = capabilities.extensions;
  const settings = isObject(extensions) ? own(extensions, SKILLS) : undefined;
  return isObject(settings) ? settings : undefined;
}

async function needDeclared(client: Client): Promise<JsonObject> {
  const settings = await declared(client);
  if (settings === undefined) throw notSupported(client, `the extension ${SKILLS}`);
  return settings;
}

/** Lists every skill; see `SkillsClient.list`. */
export async function list(client: Client, options: CallOptions | undefined): Promise<SkillListing> {
  await needDeclared(client);
  const skills = new Map<string, Skill>();
  const rejected: RejectedSkill[] = [];
  for (const entry of await everyItem(client, "skills/list", {}, "skills", options)) {
    const read = readEntry(entry);
    if (typeof read !== "string" && !skills.has(read.uri)) {
      skills.set(read.uri, read);
      continue;
    }
    const uri = isObject(entry) ? own(entry, "uri") : undefined;
    const problem = typeof read === "string" ? read : "it was listed before";
    rejected.push({ uri: typeof uri === "string" ? uri : undefined, problem, entry });
  }
  return { skills: [...skills.values()], rejected };
}

/** Gets one skill's entry; see `SkillsClient.get`. */
export async function get(client: Client, uri: string, options: CallOptions | undefined): Promise<Skill> {
  await needDeclared(client);
  const result: unknown = await client.request("skills/get", { uri }, options);
  const entry = isObject(result) ? own(result, "skill") : undefined;
  if (entry === undefined)
    throw malformed(`The answer to skills/get ${nameOf(client, uri)}`, "it has no skill");
  const skill = readEntry(entry);
  const problem =
    typeof skill === "string" ? skill : skill.uri === uri ? undefined : "it describes another skill";
  if (typeof skill === "string" || problem !== undefined)
    throw refused("invalid_entry", uri, `The skill ${nameOf(client, uri)} cannot be used: ${problem}`);
  return skill;
}

/** Lists the children of a directory; see `SkillsClient.readDirectory`. */
export async function readDirectory(
  client: Client,
  uri: string,
  options: CallOptions | undefined,
): Promise<readonly Resource[]> {
  const settings = await needDeclared(client);
  if (settings["directoryRead"] !== true) throw notSupported(client, "directoryRead");
  const children = await everyItem(client, "resources/directory/read", { uri }, "resources", options);
  return children.filter((child) => isObject(child) && typeof child["uri"] === "string") as Resource[];
}
