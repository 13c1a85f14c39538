import { slugOf } from "../../../catalog/rules/slug.ts";
import { type Outcome, refuse } from "../../../outcome.ts";
import type { SheetRow } from "../format.ts";
import { truncated } from "../truncated.ts";
import type { Columns } from "./columns.ts";
import { idKey, keyOf, nameSlug, parentKey } from "./keys.ts";
import { isVariation, type Kind, kindOf } from "./kind.ts";
import { openMalformedRows } from "./malformed-rows.ts";
import { type WooRow, wooRow } from "./row.ts";

/** The results of the first pass: each row's product, and each product's slug. */
export type Places = {
  place: (row: SheetRow) => Outcome<string>;
  aliases: () => ReadonlyMap<string, string>;
  keyOfMalformed: (text: string) => string | undefined;
  slugOf: (key: string, product: WooRow) => string;
};

/**
 * Finds the product of each row. Call `place` for each row once, in the file's order, before any
 * other function.
 */
export function openPlaces(columns: Columns): Places {
  const lines = new Map<string, number>();
  const families = new Set<string>();
  const slugs = new Set<string>();
  /** slugs by key, for products whose slug is not the slug of their name */
  const renamed = new Map<string, string>();
  /** keys by ID, for products with variations whose key is their SKU */
  const byId = new Map<string, string>();
  const awaited = new Set<string>();
  let above: string | undefined;
  const resolved = (key: string) => byId.get(key) ?? key;
  const malformedRows = openMalformedRows(columns, (keys) => keys.map(resolved).find((key) => families.has(key)));

  function placeVariation(row: WooRow): Outcome<string> {
    const parent = row.cell("Parent");
    if (parent === "") return refuse("invalid", "Parent is empty: a variation belongs to a product");
    above = parentKey(parent);
    awaited.add(above);
    return { ok: true, value: above };
  }

  function placeProduct(row: WooRow, kind: Outcome<Kind>): Outcome<string> {
    const name = nameSlug(row);
    // If several products have one SKU, the first is known by the SKU, and the others by their IDs.
    const key = (lines.has(keyOf(row)) && idKey(row)) || keyOf(row);
    const duplicate = lines.get(key);
    // A product that is left out reserves no slug.
    const slug = kind.ok ? freeSlug(name, row, slugs) : name;
    if (key === "") return refuse("invalid", "SKU, ID and Name are empty");
    if (duplicate !== undefined) return refuse("invalid", `${wordsFor(row)} is already in line ${duplicate}`);
    if (slug === undefined)
      return refuse(
        "invalid",
        `Name “${truncated(row.cell("Name"))}” is shared by other products, and no SKU or ID tells them apart`,
      );
    above = key;
    lines.set(key, row.line);
    if (slug !== name) renamed.set(key, slug);
    if (kind.ok) slugs.add(slug);
    if (kind.ok && kind.value === "variable") {
      families.add(key);
      if (idKey(row) !== key && idKey(row) !== "") byId.set(idKey(row), key);
    }
    return { ok: true, value: key };
  }

  return {
    place: (sheetRow) => {
      const row = wooRow(columns, sheetRow);
      const type = row.cell("Type");
      return isVariation(type) ? placeVariation(row) : placeProduct(row, kindOf(type));
    },
    aliases: () => {
      const knownIds = [...byId].filter(([id]) => awaited.has(id));
      return new Map([...knownIds, ...malformedRows.aliases().map(([key, meant]) => [key, resolved(meant)] as const)]);
    },
    keyOfMalformed: (text) => {
      const key = malformedRows.keyOf(text, above);
      if (key) awaited.add(key);
      return key;
    },
    slugOf: (key, product) => renamed.get(key) ?? nameSlug(product),
  };
}

function wordsFor(row: WooRow): string {
  const word = (["SKU", "ID"] as const).find((column) => row.cell(column) !== "");
  return word ? `${word} “${truncated(row.cell(word))}”` : `Name “${truncated(row.cell("Name"))}” without SKU and ID`;
}

/**
 * The slug of a product. If products have one name, the later ones get slugs with their SKU, else
 * their ID, so that every run makes equal slugs.
 */
function freeSlug(name: string, row: WooRow, takenSlugs: ReadonlySet<string>): string | undefined {
  if (name !== "" && !takenSlugs.has(name)) return name;
  const [sku, id] = [slugOf(row.cell("SKU")), slugOf(row.cell("ID"))];
  const candidates = [
    [name, sku || id],
    [name, sku, id],
  ].map((parts) => parts.filter(Boolean).join("-"));
  return candidates.find((slug) => slug !== "" && !takenSlugs.has(slug));
}
