import { z } from "zod";
import { annotations, icons, object, type Since, titled, when } from "./common.ts";

/** `Tool`. The schemas inside are looked at by the tool checks. */
export function tool(since: Since): z.ZodType {
  const hints = z.looseObject({
    title: z.string().optional(),
    readOnlyHint: z.boolean().optional(),
    destructiveHint: z.boolean().optional(),
    idempotentHint: z.boolean().optional(),
    openWorldHint: z.boolean().optional(),
  });
  return z.looseObject({
    name: z.string(),
    description: z.string().optional(),
    inputSchema: z.looseObject({ type: z.literal("object") }),
    ...when(since("2025-03-26"), { annotations: hints.optional() }),
    ...when(since("2025-06-18", "2025-11-25"), {
      outputSchema: z.looseObject({ type: z.literal("object") }).optional(),
    }),
    ...when(since("2026-07-28"), { outputSchema: object.optional() }),
    ...when(since("2025-11-25", "2025-11-25"), {
      execution: z
        .looseObject({ taskSupport: z.enum(["forbidden", "optional", "required"]).optional() })
        .optional(),
    }),
    ...titled(since),
    ...icons(since),
  });
}

/** `ResourceTemplate`. */
export function resourceTemplate(since: Since): z.ZodType {
  return z.looseObject({
    uriTemplate: z.string(),
    name: z.string(),
    description: z.string().optional(),
    mimeType: z.string().optional(),
    annotations: annotations(since).optional(),
    ...titled(since),
    ...icons(since),
  });
}

/** `Prompt`. */
export function prompt(since: Since): z.ZodType {
  const argument = z.looseObject({
    name: z.string(),
    description: z.string().optional(),
    required: z.boolean().optional(),
    ...when(since("2025-06-18"), { title: z.string().optional() }),
  });
  return z.looseObject({
    name: z.string(),
    description: z.string().optional(),
    arguments: z.array(argument).optional(),
    ...titled(since),
    ...icons(since),
  });
}

/** `ServerCapabilities`. */
export function serverCapabilities(since: Since): z.ZodType {
  const listChanged = z.looseObject({ listChanged: z.boolean().optional() }).optional();
  const objects = z.record(z.string(), object);
  return z.looseObject({
    experimental: objects.optional(),
    logging: object.optional(),
    prompts: listChanged,
    tools: listChanged,
    resources: z
      .looseObject({ subscribe: z.boolean().optional(), listChanged: z.boolean().optional() })
      .optional(),
    ...when(since("2025-03-26"), { completions: object.optional() }),
    ...when(since("2025-11-25", "2025-11-25"), { tasks: object.optional() }),
    ...when(since("2026-07-28"), { extensions: objects.optional() }),
  });
}
