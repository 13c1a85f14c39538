import type { ExportedAttribute, ExportedProduct, ExportedValue } from "../../../catalog/rules/exported-product.ts";
import { type CellValue, writeValues } from "../attribute-cell.ts";

/** Writes a product's attribute cells, one per attribute. */
export type CellsOf = (product: Pick<ExportedProduct, "valueIds">) => string[];

/**
 * Writes attribute cells for all products. An import sorts values by their first occurrence. If the
 * shop's order differs, the first cell that has a value also has its position.
 */
export function attributeCells(attributes: readonly ExportedAttribute[]): CellsOf {
  const writtenIds = new Set<string>();
  const valueCell = (value: ExportedValue, tellsPlaces: boolean): CellValue => {
    const { id, slug, name, position } = value;
    if (!tellsPlaces || writtenIds.has(id)) return { slug, name };
    writtenIds.add(id);
    return { slug, name, position };
  };
  const columns = attributes.map(({ values }) => ({ values, tellsPlaces: !comeInOrder(values) }));
  return ({ valueIds }) =>
    columns.map(({ values, tellsPlaces }) =>
      writeValues(values.filter(({ id }) => valueIds.has(id)).map((value) => valueCell(value, tellsPlaces))),
    );
}

const comeInOrder = (values: readonly ExportedValue[]): boolean =>
  values.every(({ first }, at) => first >= (values[at - 1]?.first ?? first));
