/** One way in which a value does not match its schema. */
export interface SchemaIssue {
  /** JSON pointer into the value; `""` is the value itself. */
  readonly path: string;
  readonly message: string;
}

/** A schema made ready to check values. */
export type CompiledSchema = (value: unknown) => readonly SchemaIssue[];

/** Checks values against JSON Schemas; nothing in this library needs one unless the application installs it. */
export interface JsonSchemaValidator {
  /**
   * Makes a schema ready.
   *
   * @param schema - a tool's `outputSchema`, as the server sent it
   * @returns the check: no issue means the value matches; undefined for a dialect (`$schema`) it does not know, whose
   *   values then pass unchecked with a warning
   * @throws Error when the schema itself cannot be used; the message says why
   */
  compile(schema: unknown): CompiledSchema | undefined;
}
