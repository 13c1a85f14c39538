/**
 * A pattern that finds one of the addresses in a text, in any case, unless it is part of a longer
 * address.
 */
export function mentionOf(addresses: readonly string[]): RegExp {
  const words = addresses.map((address) => address.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
  return new RegExp(`(?<![\\p{L}\\p{N}._+%-])(?:${words.join("|")})(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, "iu");
}
