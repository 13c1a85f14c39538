/** The code without the apostrophe by which a spreadsheet marks digits as text. */
export const plainCode = (text: string): string => text.replace(/^['’]+(?=\s*\d)/, "").trim();

/**
 * Whether a code is a number that a spreadsheet has shortened, such as 4.00638E+12. Its last digits
 * are lost.
 */
export const hasLostDigits = (code: string): boolean => /^\d(?:[.,]\d+)?E\+\d+$/i.test(code);

/**
 * Whether a scanned or typed text is this variant's complete SKU, in any letter case, or its
 * barcode.
 */
export const hasCode = (text: string, { sku, barcode }: { sku: string; barcode: string }): boolean =>
  text !== "" && (sku.toLowerCase() === text.toLowerCase() || barcode === text);

/**
 * A message that asks for one of several variants with the same code. Undefined if only one variant
 * has the code, or if the text is no code.
 */
export const whichOfCode = (text: string, variants: readonly { sku: string; barcode: string }[]): string | undefined =>
  variants.length > 1 && variants.every((variant) => hasCode(text, variant))
    ? `${variants.length} variants have the code “${text}”. Choose the one that you mean.`
    : undefined;

/**
 * Whether a code is a GTIN (EAN, UPC, ISBN-13): 8, 12, 13 or 14 digits. The last one is a check
 * digit.
 */
export function isGtin(code: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(code)) return false;
  const sum = [...code].reverse().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0 && /[1-9]/.test(code);
}
