import { z } from "zod";
import { annotations, base64, icons, meta, type Since, titled, uri, when } from "./common.ts";

/** `Resource`. */
export function resource(since: Since): z.ZodObject {
  return z.looseObject({
    uri,
    name: z.string(),
    description: z.string().optional(),
    mimeType: z.string().optional(),
    size: z.int().min(0).optional(),
    annotations: annotations(since).optional(),
    ...titled(since),
    ...icons(since),
  });
}

/** `TextResourceContents` or `BlobResourceContents`. */
export function resourceContents(since: Since): z.ZodType {
  const shared = {
    uri,
    mimeType: z.string().optional(),
    ...when(since("2025-06-18"), { _meta: meta.optional() }),
  };
  return z
    .looseObject({ ...shared, text: z.string().optional(), blob: base64.optional() })
    .refine(
      (contents) => (contents["text"] === undefined) !== (contents["blob"] === undefined),
      "must hold either text or blob",
    );
}

/** `ContentBlock`: the union of the revision; a type it does not have is a violation. */
export function contentBlock(since: Since): z.ZodType {
  const shared = {
    annotations: annotations(since).optional(),
    ...when(since("2025-06-18"), { _meta: meta.optional() }),
  };
  const media = { data: base64, mimeType: z.string(), ...shared };
  const blocks: [z.ZodObject, ...z.ZodObject[]] = [
    z.looseObject({ type: z.literal("text"), text: z.string(), ...shared }),
    z.looseObject({ type: z.literal("image"), ...media }),
    z.looseObject({ type: z.literal("resource"), resource: resourceContents(since), ...shared }),
  ];
  if (since("2025-03-26")) blocks.push(z.looseObject({ type: z.literal("audio"), ...media }));
  if (since("2025-06-18")) blocks.push(resource(since).extend({ type: z.literal("resource_link") }));
  return z.discriminatedUnion("type", blocks as never) as z.ZodType;
}
