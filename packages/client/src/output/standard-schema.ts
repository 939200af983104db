/** A schema of any library that follows Standard Schema v1: zod, valibot, arktype and others. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What a {@link StandardSchema} says about a value. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One mismatch. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * Whether a value can be used as a schema: found out before a tool runs whose result could then not be checked.
 *
 * @param value - what the caller gave; schemas of some libraries are functions
 */
export function isStandardSchema(value: unknown): value is StandardSchema {
  const standard = (value as Partial<StandardSchema> | null)?.["~standard"];
  return typeof standard?.validate === "function";
}
