import type { LookupAddress, LookupOptions } from "node:dns";
import { lookup } from "node:dns";
import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIPv6, type LookupFunction } from "node:net";
import { Readable } from "node:stream";

/** Networks that a server on the internet must not lead to; RFC 6890 and its successors. */
const PRIVATE = privateNetworks();

/**
 * A `fetch` that connects only to addresses it has checked: a name that resolves to a private address is refused after
 * resolution, so that a name cannot be changed between check and use.
 *
 * @param url - an absolute http or https URL
 * @param init - `method`, `headers` (a plain object), `body` (text) and `signal` are used; redirects are not followed
 * @param hints - `privateAllowed` lifts the check
 */
export function platformFetch(
  url: string,
  init: RequestInit,
  hints: { readonly privateAllowed: boolean },
): Promise<Response> {
  const target = new URL(url);
  const { signal, body } = init;
  const options: RequestOptions = {
    method: init.method ?? "GET",
    headers: { ...(init.headers as Record<string, string> | undefined), "accept-encoding": "identity" },
    // A connection of its own: a pooled one was checked for another request.
    agent: false,
    ...(signal ? { signal } : {}),
    ...(hints.privateAllowed ? {} : { lookup: publicLookup }),
  };
  return new Promise((resolve, reject) => {
    const send = target.protocol === "https:" ? httpsRequest : httpRequest;
    const request = send(target, options, (message) => {
      try {
        resolve(toResponse(message));
      } catch (error) {
        message.destroy();
        reject(error);
      }
    });
    request.on("error", reject);
    request.end(typeof body === "string" ? body : undefined);
  });
}

function toResponse(message: IncomingMessage): Response {
  const headers = new Headers();
  const { rawHeaders } = message;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  }
  const status = message.statusCode ?? 0;
  if (status === 204 || status === 205 || status === 304) {
    message.resume();
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(message) as ReadableStream<Uint8Array>, { status, headers });
}

/** Resolves a name, and fails when any address is private: a mixed answer is how rebinding starts. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  const all: LookupOptions & { readonly all: true } = { ...options, all: true };
  lookup(hostname, all, (error, addresses: LookupAddress[]) => {
    if (error !== null) {
      callback(error, "");
      return;
    }
    const bad = addresses.find(({ address }) => isPrivateAddress(address));
    if (bad !== undefined) {
      callback(
        new Error(`${hostname} resolves to a private address, and the MCP server is not on that network`),
        "",
      );
      return;
    }
    const first = addresses[0];
    if (options.all === true) callback(null, addresses);
    else callback(null, first?.address ?? "", first?.family);
  });
};

/**
 * Says whether a resolved address is of this machine or a private network.
 *
 * @param address - dotted IPv4, or IPv6 without brackets
 */
export function isPrivateAddress(address: string): boolean {
  const plain = address.split("%")[0] ?? "";
  return PRIVATE.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
}

function privateNetworks(): BlockList {
  const list = new BlockList();
  const v4: readonly (readonly [string, number])[] = [
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
    ["172.16.0.0", 12],
    ["192.0.0.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
    ["224.0.0.0", 3],
  ];
  for (const [network, prefix] of v4) {
    list.addSubnet(network, prefix, "ipv4");
    // The same network inside NAT64, IPv4-compatible and 6to4 addresses; mapped ones are checked by BlockList itself.
    list.addSubnet(`64:ff9b::${network}`, 96 + prefix, "ipv6");
    list.addSubnet(`::${network}`, 96 + prefix, "ipv6");
    list.addSubnet(`2002:${hexPair(network)}::`, 16 + prefix, "ipv6");
  }
  for (const [network, prefix] of [
    ["fc00::", 7],
    ["fe80::", 9],
    ["ff00::", 8],
  ] as const) {
    list.addSubnet(network, prefix, "ipv6");
  }
  return list;
}

function hexPair(network: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = network.split(".").map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}
