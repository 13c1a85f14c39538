import ipaddr from "ipaddr.js";

/** The allocated part of IPv6 (2000::/3). */
const givenOut = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * True for an address on the public internet. False for the shop's own machine and network, for
 * shared carrier space, multicast and reserved ranges, and for IPv6 addresses that wrap an IPv4
 * address (mapped, NAT64, 6to4, Teredo), since the wrapped address may be internal.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" || (address as ipaddr.IPv6).match(givenOut);
}
