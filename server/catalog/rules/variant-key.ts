/** The most characters of a key. A longer key does not fit into the database's index of keys. */
export const longestKey = 600;

/**
 * The key by which the next import recognises a variant: its SKU, or else its handle and option
 * values.
 */
export const variantKey = (sku: string, handle: string, values: readonly string[]): string =>
  sku || [handle, ...values].join("/");

/** A variant's name, which consists of its option values; empty if it has no options. */
export const variantName = (options: Readonly<Record<string, string>>): string => Object.values(options).join(" / ");

/** The name of a variant for the staff: its options, else its SKU, else empty. */
export const variantTitle = (variant: { sku: string; options: Readonly<Record<string, string>> } | undefined): string =>
  variant ? variantName(variant.options) || variant.sku : "";
