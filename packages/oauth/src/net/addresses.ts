/** What an address is for: this machine, a network that is not the internet, or the internet. */
export type AddressKind = "loopback" | "private" | "public";

const LOOPBACK = /^(.+\.)?localhost\.?$|^\[::1\]$|^127(\.\d+){3}$/;
/** IPv4 networks that are not the internet (RFC 6890 and successors), in the dotted form that `URL` brings them to. */
const PRIVATE =
  /^(0|10|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254|172\.(1[6-9]|2\d|3[01])|192\.(168|0\.0)|198\.1[89]|22[4-9]|2[3-5]\d)\./;
/** Of IPv6 only 2000::/3 is the internet, less what leads to IPv4 addresses (6to4, Teredo), which are not looked into. */
const PUBLIC_V6 = /^\[(?!2002:|2001:(0:|:))[23]/;

/**
 * Says what the host of a URL is, as far as its spelling tells.
 *
 * @param host - `URL.hostname`, which is in its normal form
 * @returns undefined for a name
 */
export function hostKind(host: string): AddressKind | undefined {
  if (LOOPBACK.test(host)) return "loopback";
  if (host.startsWith("[")) return PUBLIC_V6.test(host) ? "public" : "private";
  if (!/^\d+(\.\d+){3}$/.test(host)) return undefined;
  return PRIVATE.test(host) ? "private" : "public";
}
