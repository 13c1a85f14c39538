import ipaddr from "ipaddr.js";

/**
 * The subject of rate limits: an IPv4 address, or the /64 of an IPv6 address, which one connection
 * usually has whole.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  const known = ipaddr.process(address);
  if (known.kind() === "ipv4") return known.toString();
  return `${known.toNormalizedString().split(":").slice(0, 4).join(":")}::/64`;
}

/** True for a name or address of this machine itself. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/.test(host);
