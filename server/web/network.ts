import type { Request } from "express";
import ipaddr from "ipaddr.js";

/**
 * An address as a connection or a proxy gives it, without the port, the brackets and the zone that
 * some proxies add.
 */
export function plainAddress(address: string): string {
  const text = address.trim().replace(/^"(.*)"$/, "$1");
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, "$1");
  return bare.replace(/%.*$/, "").slice(0, 64);
}

/** The address of a request as the nearest trusted proxy has seen it. */
export const clientAddress = (req: Pick<Request, "ip">): string => plainAddress(req.ip ?? "");

/** Parses an address, including an IPv4 address in IPv6 form; undefined if it is no address. */
function parsed(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const address = plainAddress(text);
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
}

const prefixOf = (address: ipaddr.IPv6, groups: number): string =>
  `${address.toNormalizedString().split(":").slice(0, groups).join(":")}::/${groups * 16}`;

/**
 * The subject of rate limits: an IPv4 address, or the /64 of an IPv6 address, which usually belongs
 * to one connection.
 */
export function networkOf(address: string): string {
  const parsedAddress = parsed(address);
  if (!parsedAddress) return plainAddress(address);
  return parsedAddress instanceof ipaddr.IPv6 ? prefixOf(parsedAddress, 4) : parsedAddress.toString();
}

/**
 * The /24 of an IPv4 address or the /48 of an IPv6 address. One customer of a hosting company may
 * have such a network.
 */
export function widerNetworkOf(address: string): string {
  const parsedAddress = parsed(address);
  if (!parsedAddress) return plainAddress(address);
  return parsedAddress instanceof ipaddr.IPv6 ? prefixOf(parsedAddress, 3) : `${parsedAddress.octets.slice(0, 3).join(".")}.0/24`;
}

/** Whether a name or address is this machine itself. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/.test(host);
