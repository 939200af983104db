import type { CallOptions, Client } from "@snodo/client";
import { isMcpError, type McpError } from "@snodo/protocol";
import { type Content, contentOf, digestOf } from "./content.ts";
import { malformed, nameOf, refused } from "./failures.ts";
import type { SkillFile, SkillResource } from "./skill.ts";

/** Looks at content once its size and digest are right; gives the error that refuses it. */
export type Inspect<File> = (file: SkillFile) => File | McpError;

/**
 * Fetches one file and verifies it. What a cache of the client held and no longer fits is fetched afresh, once.
 *
 * @param client - the connection
 * @param uri - the file
 * @param expected - what it must be; undefined for a dynamic skill
 * @param inspect - the last check, and what the file is returned as
 * @throws McpError as `readResource`; reason `skill` with `size`, `digest` or what `inspect` found
 */
export async function fetchFile<File>(
  client: Client,
  uri: string,
  expected: SkillResource | undefined,
  inspect: Inspect<File>,
  options: CallOptions | undefined,
): Promise<File> {
  const first = await attempt(client, uri, expected, inspect, options);
  if (!isMcpError(first)) return first;
  if (options?.refresh === true || options?.bypassCache === true) throw first;
  const second = await attempt(client, uri, expected, inspect, { ...options, refresh: true });
  if (isMcpError(second)) throw second;
  return second;
}

async function attempt<File>(
  client: Client,
  uri: string,
  expected: SkillResource | undefined,
  inspect: Inspect<File>,
  options: CallOptions | undefined,
): Promise<File | McpError> {
  const content = contentOf(await client.readResource(uri, { ...options, answerInput: true }), uri);
  if (typeof content === "string")
    throw malformed(`The answer to resources/read ${nameOf(client, uri)}`, content);
  const problem = expected === undefined ? undefined : await compare(client, content, expected);
  return problem ?? inspect({ uri, ...content, verified: expected !== undefined });
}

async function compare(
  client: Client,
  { bytes }: Content,
  { uri, size, digest }: SkillResource,
): Promise<McpError | undefined> {
  const advice = "it was changed since it was listed, or on the way: get the skill again";
  const named = nameOf(client, uri);
  if (bytes.length !== size) {
    const message = `${named} has ${bytes.length} bytes instead of the ${size} announced; ${advice}`;
    return refused("size", uri, message, { expected: size, actual: bytes.length });
  }
  const actual = await digestOf(bytes);
  if (actual === digest) return undefined;
  return refused("digest", uri, `${named} has another digest than announced; ${advice}`, {
    expected: digest,
    actual,
  });
}
