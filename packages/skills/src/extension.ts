import type { Extension } from "@snodo/client";

/** The identifier of the skills extension. */
export const SKILLS = "io.modelcontextprotocol/skills";

/**
 * The skills extension, to declare with the `extensions` option of `connect` or `direct`. Servers need not be told;
 * some want to know.
 *
 * Spec: io.modelcontextprotocol/skills (SEP-2640), Capability Negotiation.
 *
 * @example
 * const client = await connect(url, { extensions: [skills()] });
 */
export function skills(): Extension {
  return { id: SKILLS, methods: ["skills/list", "skills/get", "resources/directory/read"] };
}
