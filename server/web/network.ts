import ipaddr from "ipaddr.js";

/**
 * Whose tries count together: an IPv4 address, and of IPv6 the /64 that any one line is given
 * whole.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  const known = ipaddr.process(address);
  if (known.kind() === "ipv4") return known.toString();
  return `${known.toNormalizedString().split(":").slice(0, 4).join(":")}::/64`;
}

/** True for a name or address by which nobody but this machine is reached. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/.test(host);
