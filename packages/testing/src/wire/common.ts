import type { Revision } from "@snodo/protocol";
import { z } from "zod";

/** Whether a member exists in a revision, by the revision that brought it. */
export type Since = (first: Revision, last?: Revision) => boolean;

/**
 * Makes a test for "since".
 *
 * @param revision - the revision that is spoken
 */
export function sinceOf(revision: Revision): Since {
  return (first, last = "2026-07-28") => revision >= first && revision <= last;
}

/** Members that exist when a condition holds, and are not looked at otherwise. */
export function when<Shape extends z.ZodRawShape>(holds: boolean, shape: Shape): z.ZodRawShape {
  return holds ? shape : {};
}

export const object: z.ZodType<Record<string, unknown>> = z.record(z.string(), z.unknown());
export const meta: z.ZodType = z.record(z.string(), z.unknown());
/** The schema files say number; the prose, and JSON-RPC, mean integers. */
export const requestId: z.ZodType = z.union([z.string(), z.int()]);
export const progressToken: z.ZodType = z.union([z.string(), z.int()]);
export const role: z.ZodType = z.enum(["user", "assistant"]);
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
export const base64: z.ZodType = z.string().refine((text) => BASE64.test(text), "is not base64");
export const uri: z.ZodType = z
  .string()
  .refine((text) => /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text), "is not an absolute URI");
const timestamp = z.string().refine((text) => !Number.isNaN(Date.parse(text)), "is not an ISO 8601 time");

/** `Icon`, since 2025-11-25. */
const icon = z.looseObject({
  src: uri,
  mimeType: z.string().optional(),
  sizes: z
    .array(z.string().refine((size) => size === "any" || /^\d+x\d+$/.test(size), 'is neither WxH nor "any"'))
    .optional(),
  theme: z.enum(["light", "dark"]).optional(),
});

export function icons(since: Since): z.ZodRawShape {
  return when(since("2025-11-25"), { icons: z.array(icon).optional() });
}

/** `title` and `_meta`, since 2025-06-18. */
export function titled(since: Since): z.ZodRawShape {
  return when(since("2025-06-18"), { title: z.string().optional(), _meta: meta.optional() });
}

export function implementation(since: Since): z.ZodType {
  return z.looseObject({
    name: z.string(),
    version: z.string(),
    ...when(since("2025-06-18"), { title: z.string().optional() }),
    ...when(since("2025-11-25"), {
      description: z.string().optional(),
      websiteUrl: uri.optional(),
    }),
    ...icons(since),
  });
}

export function annotations(since: Since): z.ZodType {
  return z.looseObject({
    audience: z.array(role).optional(),
    priority: z.number().min(0).max(1).optional(),
    ...when(since("2025-06-18"), { lastModified: timestamp.optional() }),
  });
}

/** What every result carries. */
export function resultBase(since: Since, resultType = "complete"): z.ZodRawShape {
  return {
    _meta: meta.optional(),
    ...when(since("2026-07-28"), { resultType: z.literal(resultType) }),
  };
}

/** The cache pair, since 2026-07-28. */
export function cachePair(since: Since): z.ZodRawShape {
  return when(since("2026-07-28"), {
    ttlMs: z.int().min(0),
    cacheScope: z.enum(["public", "private"]),
  });
}
