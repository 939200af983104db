import type { Annotations, Meta } from "./common.ts";
import type { Resource } from "./resource.ts";

interface BlockBase {
  readonly annotations?: Annotations | undefined;
  /** Since 2025-06-18. */
  readonly _meta?: Meta | undefined;
}

/** Text. */
export interface TextContent extends BlockBase {
  readonly type: "text";
  readonly text: string;
}

/** A picture, base64. */
export interface ImageContent extends BlockBase {
  readonly type: "image";
  readonly data: string;
  readonly mimeType: string;
}

/** Sound, base64. Since 2025-03-26. */
export interface AudioContent extends BlockBase {
  readonly type: "audio";
  readonly data: string;
  readonly mimeType: string;
}

/** The text of a resource. */
export interface TextResourceContents {
  readonly uri: string;
  readonly text: string;
  readonly mimeType?: string | undefined;
  readonly _meta?: Meta | undefined;
}

/** The bytes of a resource, base64. */
export interface BlobResourceContents {
  readonly uri: string;
  readonly blob: string;
  readonly mimeType?: string | undefined;
  readonly _meta?: Meta | undefined;
}

/** What a resource holds. */
export type ResourceContents = TextResourceContents | BlobResourceContents;

/** A resource with its contents. */
export interface EmbeddedResource extends BlockBase {
  readonly type: "resource";
  readonly resource: ResourceContents;
}

/** A pointer to a resource. Since 2025-06-18. */
export interface ResourceLink extends Resource {
  readonly type: "resource_link";
}

/** One block of a tool result or a prompt message. Blocks of other types pass through as they were sent. */
export type ContentBlock = TextContent | ImageContent | AudioContent | EmbeddedResource | ResourceLink;
