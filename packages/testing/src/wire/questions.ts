import { z } from "zod";
import { meta, object, role, type Since, uri, when } from "./common.ts";
import { contentBlock } from "./content.ts";
import { tool } from "./features.ts";

const field = z.looseObject({
  type: z.enum(["string", "number", "integer", "boolean", "array"]),
  title: z.string().optional(),
  description: z.string().optional(),
});

const formSchema = z.looseObject({
  type: z.literal("object"),
  properties: z.record(z.string(), field),
  required: z.array(z.string()).optional(),
});

/** The params of `elicitation/create`. */
export function elicitation(since: Since): z.ZodType {
  const form = z.looseObject({
    message: z.string(),
    requestedSchema: formSchema,
    ...when(since("2025-11-25"), { mode: z.literal("form").optional() }),
  });
  if (!since("2025-11-25")) return form;
  const url = z.looseObject({
    mode: z.literal("url"),
    message: z.string(),
    url: uri,
    ...when(since("2025-11-25", "2025-11-25"), { elicitationId: z.string() }),
  });
  return z.union([form, url]);
}

/** The params of `sampling/createMessage`. */
export function sampling(since: Since): z.ZodType {
  const block = since("2025-11-25")
    ? z.union([
        contentBlock(since),
        z.looseObject({ type: z.literal("tool_use"), id: z.string(), name: z.string(), input: object }),
        z.looseObject({
          type: z.literal("tool_result"),
          toolUseId: z.string(),
          content: z.array(contentBlock(since)),
        }),
      ])
    : contentBlock(since);
  const message = z.looseObject({
    role,
    content: since("2025-11-25") ? z.union([block, z.array(block)]) : block,
  });
  return z.looseObject({
    messages: z.array(message),
    maxTokens: z.int().min(0),
    systemPrompt: z.string().optional(),
    includeContext: z.enum(["none", "thisServer", "allServers"]).optional(),
    temperature: z.number().optional(),
    stopSequences: z.array(z.string()).optional(),
    metadata: object.optional(),
    ...when(since("2025-11-25"), {
      tools: z.array(tool(since)).optional(),
      toolChoice: z.looseObject({ mode: z.enum(["auto", "required", "none"]).optional() }).optional(),
    }),
  });
}

/** The params of `roots/list`. */
export const roots: z.ZodType = z.looseObject({ _meta: meta.optional() }).optional();
