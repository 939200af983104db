const UNTRUSTED: ReadonlySet<string | undefined> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
]);

/**
 * What to do about a server that cannot be reached.
 *
 * @param osCode - what the platform calls the cause
 */
export function networkAdvice(osCode: string | undefined): string {
  if (UNTRUSTED.has(osCode))
    return "its certificate is not trusted: tls.ca or NODE_EXTRA_CA_CERTS can change that";
  if (osCode === "ERR_SSL_WRONG_VERSION_NUMBER") return "it speaks no TLS: try http: in place of https:";
  return "check that the server runs and the address is right";
}
