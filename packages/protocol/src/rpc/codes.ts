/** The numeric error codes of JSON-RPC and of the protocol, and the two this library gives its own failures. */
export const ErrorCode: {
  readonly ParseError: -32700;
  readonly InvalidRequest: -32600;
  readonly MethodNotFound: -32601;
  readonly InvalidParams: -32602;
  readonly InternalError: -32603;
  /** The connection is closed, unreachable or unusable. Local only. */
  readonly Transport: -32000;
  /** A time limit passed. Local only. */
  readonly Timeout: -32001;
  /** A resource does not exist, in revisions before 2026-07-28. */
  readonly ResourceNotFound: -32002;
  /** The headers of a request disagree with its body (2026-07-28). */
  readonly HeaderMismatch: -32020;
  /** The request needs a client capability it did not declare (2026-07-28). */
  readonly MissingClientCapability: -32021;
  /** The server does not speak the revision of the request (2026-07-28). */
  readonly UnsupportedVersion: -32022;
  /** The call needs a URL to be visited first (2025-11-25 only). */
  readonly UrlElicitationRequired: -32042;
} = Object.freeze({
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
  Transport: -32000,
  Timeout: -32001,
  ResourceNotFound: -32002,
  HeaderMismatch: -32020,
  MissingClientCapability: -32021,
  UnsupportedVersion: -32022,
  UrlElicitationRequired: -32042,
});
