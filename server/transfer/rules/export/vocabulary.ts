import type { ExportedAttribute, ExportedProduct, ExportedValue } from "../../../catalog/rules/exported-product.ts";
import { type CellValue, writeValues } from "../attribute-cell.ts";

/** Writes a product's cells, one for each attribute. */
export type CellsOf = (product: Pick<ExportedProduct, "valueIds">) => string[];

/**
 * Who reads the file puts values in the order in which they come; where that is not the shop's, the
 * first cell of each tells its place.
 */
export function attributeCells(attributes: readonly ExportedAttribute[]): CellsOf {
  const seen = new Set<string>();
  const shown = (value: ExportedValue, tellsPlaces: boolean): CellValue => {
    const { id, slug, name, position } = value;
    if (!tellsPlaces || seen.has(id)) return { slug, name };
    seen.add(id);
    return { slug, name, position };
  };
  const columns = attributes.map(({ values }) => ({ values, tellsPlaces: !comeInOrder(values) }));
  return ({ valueIds }) =>
    columns.map(({ values, tellsPlaces }) =>
      writeValues(values.filter(({ id }) => valueIds.has(id)).map((value) => shown(value, tellsPlaces))),
    );
}

const comeInOrder = (values: readonly ExportedValue[]): boolean =>
  values.every(({ first }, at) => first >= (values[at - 1]?.first ?? first));
