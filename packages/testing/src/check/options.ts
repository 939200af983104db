import type { Clock, JsonObject, JsonSchemaValidator, Revision } from "@snodo/protocol";

/** Where a server is reached by plain HTTP, for the rules about headers, statuses and sessions. */
export interface CheckHttp {
  readonly url: string;
  /** Sent with every request, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Defaults to the platform's. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** What is checked, and how. */
export interface CheckOptions {
  /** Defaults to all that this library speaks. */
  readonly revisions?: readonly Revision[] | undefined;
  /** Checks Streamable HTTP, too. */
  readonly http?: CheckHttp | undefined;
  /** Tools to call, with their arguments. */
  readonly tools?: Readonly<Record<string, JsonObject>> | undefined;
  /** Also calls tools that say they only read and need no arguments. Defaults to true. */
  readonly callReadOnlyTools?: boolean | undefined;
  /** Checks `structuredContent` against `outputSchema`. Without it only its presence is checked. */
  readonly validator?: JsonSchemaValidator | undefined;
  /** Milliseconds to wait for each answer. Defaults to 10,000. */
  readonly timeout?: number | undefined;
  /** Milliseconds to wait for a tool; one that takes longer is given up, without a finding. Defaults to 5,000. */
  readonly toolTimeout?: number | undefined;
  /** Measures the timeout. Defaults to the platform's clock. */
  readonly clock?: Clock | undefined;
}
