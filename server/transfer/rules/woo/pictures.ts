import { fullName } from "../../../catalog/rules/product.ts";
import type { DraftPicture, DraftVariant } from "../draft.ts";
import type { WooRow } from "./row.ts";
import { listOf } from "./text.ts";

/** The product's pictures in order, then those of its variants; each address once. */
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

/** The values that all these variants share: one picture may show a colour in every size. */
function sharedBy([first, ...others]: readonly DraftVariant[]): string {
  const values = Object.entries(first?.options ?? {}).filter(([name, value]) =>
    others.every(({ options }) => options[name] === value),
  );
  return values.map(([, value]) => value).join(" / ");
}
