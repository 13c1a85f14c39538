/** Characters; a longer one does not fit the database's index of keys. */
export const longestKey = 600;

/** By what the next import recognises a variant: its SKU, else handle and option values. */
export const variantKey = (sku: string, handle: string, values: readonly string[]): string =>
  sku || [handle, ...values].join("/");

/** A variant's name: its option values, empty where there is no choice. */
export const variantName = (options: Readonly<Record<string, string>>): string => Object.values(options).join(" / ");

/** What staff call a variant: its options, else its SKU; nothing of the only one without either. */
export const variantTitle = (variant: { sku: string; options: Readonly<Record<string, string>> } | undefined): string =>
  variant ? variantName(variant.options) || variant.sku : "";
