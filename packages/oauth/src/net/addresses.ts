/** What an address is for: this machine, a network that is not the internet, or the internet. */
export type AddressKind = "loopback" | "private" | "public";

/** Networks that are not the internet (RFC 6890 and successors): first address, prefix length. */
const PRIVATE: readonly (readonly [network: string, bits: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
];

/**
 * Says what the host of a URL is, as far as its spelling tells. `URL` has brought it into its normal form: dotted
 * decimal, lower-case IPv6 in brackets.
 *
 * @param host - `URL.hostname`
 * @returns undefined for a name
 */
export function hostKind(host: string): AddressKind | undefined {
  if (/^(.+\.)?localhost\.?$/.test(host) || host === "[::1]") return "loopback";
  if (host.startsWith("[")) return v6Kind(Number.parseInt(host.slice(1), 16), host);
  const address = v4Number(host);
  if (address === undefined) return undefined;
  if (address >>> 24 === 127) return "loopback";
  const hit = PRIVATE.some(([network, bits]) => (address ^ (v4Number(network) ?? 0)) >>> (32 - bits) === 0);
  return hit ? "private" : "public";
}

/** Of IPv6 only 2000::/3 is the internet, less what leads to IPv4 addresses (6to4, Teredo), which are not looked into. */
function v6Kind(first: number, host: string): AddressKind {
  const tunnel = first === 0x2002 || /^\[2001:(0:|:)/.test(host);
  return first >>> 13 === 1 && !tunnel ? "public" : "private";
}

function v4Number(host: string): number | undefined {
  if (!/^(\d{1,3}\.){3}\d{1,3}$/.test(host)) return undefined;
  return host.split(".").reduce((sum, part) => sum * 256 + Number(part), 0) | 0;
}
