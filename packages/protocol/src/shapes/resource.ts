import type { Annotations, CacheHints, Icon, Meta, PageBase, ResultBase } from "./common.ts";
import type { ResourceContents } from "./content.ts";

/** A resource as listed. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
  /** Bytes. */
  readonly size?: number | undefined;
  readonly annotations?: Annotations | undefined;
  readonly icons?: readonly Icon[] | undefined;
  readonly _meta?: Meta | undefined;
}

/** A family of resources. */
export interface ResourceTemplate {
  /** RFC 6570. */
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly annotations?: Annotations | undefined;
  readonly icons?: readonly Icon[] | undefined;
  readonly _meta?: Meta | undefined;
}

/** The result of `resources/list`. */
export interface ListResourcesResult extends PageBase {
  readonly resources: readonly Resource[];
}

/** The result of `resources/templates/list`. */
export interface ListResourceTemplatesResult extends PageBase {
  readonly resourceTemplates: readonly ResourceTemplate[];
}

/** The result of `resources/read`. */
export interface ReadResourceResult extends ResultBase, CacheHints {
  readonly contents: readonly ResourceContents[];
}
