/** The code without the apostrophe that keeps a spreadsheet from reading digits as a number. */
export const plainCode = (text: string): string => text.replace(/^['’]+(?=\s*\d)/, "").trim();

/**
 * Whether it is a long number as a spreadsheet shows it, such as 4.00638E+12, without its last
 * digits.
 */
export const hasLostDigits = (code: string): boolean => /^\d(?:[.,]\d+)?E\+\d+$/i.test(code);

/**
 * Whether a scanned or typed text is this variant's whole SKU, in any letter case, or its barcode.
 */
export const hasCode = (text: string, { sku, barcode }: { sku: string; barcode: string }): boolean =>
  text !== "" && (sku.toLowerCase() === text.toLowerCase() || barcode === text);

/**
 * Asks which variant is meant if several have a scanned code; undefined if one has it, or the text
 * is words.
 */
export const whichOfCode = (text: string, variants: readonly { sku: string; barcode: string }[]): string | undefined =>
  variants.length > 1 && variants.every((variant) => hasCode(text, variant))
    ? `${variants.length} variants have the code “${text}”. Choose the one that you mean.`
    : undefined;

/**
 * Whether it is a GTIN (EAN, UPC, ISBN-13): 8, 12, 13 or 14 digits, of which the last checks the
 * others.
 */
export function isGtin(code: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(code)) return false;
  const sum = [...code].reverse().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0 && /[1-9]/.test(code);
}
