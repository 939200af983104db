import type { JsonObject, Revision } from "@snodo/protocol";

/**
 * A protocol extension, seen from a client.
 *
 * Spec: 2026-07-28 basic/index, Extension Negotiation.
 */
export interface Extension {
  /** Its identifier, with a reverse-DNS prefix. */
  readonly id: string;
  /** What is declared for it under `capabilities.extensions`. Defaults to `{}`. */
  readonly settings?: JsonObject | undefined;
  /** The request methods it owns. */
  readonly methods?: readonly string[] | undefined;
  /** Values of `resultType` it adds. */
  readonly resultTypes?: readonly string[] | undefined;
  /** The methods whose results may be of these types, besides its own methods. Defaults to every method. */
  readonly resultMethods?: readonly string[] | undefined;
  /**
   * Routing headers of one of its requests over HTTP.
   *
   * @param method - the request's method
   * @param params - its params
   * @param revision - the exact revision that is spoken
   */
  headers?(method: string, params: JsonObject, revision: Revision): Readonly<Record<string, string>>;
}
