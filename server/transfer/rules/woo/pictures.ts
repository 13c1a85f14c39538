import { fullName } from "../../../catalog/rules/product.ts";
import type { DraftPicture, DraftVariant } from "../draft.ts";
import type { WooRow } from "./row.ts";
import { listOf } from "./text.ts";

/** The pictures of the product, then the pictures of its variants, without repeated addresses. */
export function picturesOf(name: string, rows: readonly WooRow[], variants: readonly DraftVariant[]): DraftPicture[] {
  const pictures = new Map<string, Omit<DraftPicture, "position">>();
  const [product] = rows;
  for (const row of rows)
    for (const url of listOf(row.cell("Images"))) {
      if (pictures.has(url)) continue;
      const shows = row === product ? "" : sharedBy(variants.filter(({ picture }) => picture === url));
      pictures.set(url, { line: row.line, url, alt: shows && fullName(name, shows) });
    }
  return [...pictures.values()].map((picture, index) => ({ ...picture, position: index + 1 }));
}

/** The option values that all these variants share. One picture may show a colour for all sizes. */
function sharedBy([first, ...others]: readonly DraftVariant[]): string {
  const values = Object.entries(first?.options ?? {}).filter(([name, value]) =>
    others.every(({ options }) => options[name] === value),
  );
  return values.map(([, value]) => value).join(" / ");
}
