import { csvLine } from "../export/csv.ts";
import { type Field, importColumns } from "./columns.ts";

type SampleRow = Partial<Record<Field, string>>;

/** Two products, one with two variants, as drafts that no shopper sees. */
const rowsOf = (category: string): readonly SampleRow[] => [
  {
    slug: "sample-oak-bowl",
    title: "Oak bowl (sample)",
    description: "<p>Turned by hand.</p><ul><li>Oak</li><li>Oiled</li></ul>",
    brand: "Kin",
    type: category,
    published: "false",
    option1Name: "Size",
    option1Value: "Small",
    sku: "SAMPLE-OB-S",
    grams: "350",
    quantity: "12",
    price: "12.50",
    compareAt: "15.00",
  },
  {
    slug: "sample-oak-bowl",
    option1Value: "Large",
    sku: "SAMPLE-OB-L",
    grams: "700",
    quantity: "4",
    price: "20.00",
  },
  {
    slug: "sample-spoon",
    title: "Spoon (sample)",
    description: "A spoon of beech.",
    type: category,
    published: "false",
    sku: "SAMPLE-SP",
    grams: "40",
    quantity: "30",
    price: "6.00",
  },
];

/**
 * A small file for a trial import. Has only the columns that its rows use. `category` is the name
 * or slug of a category of the shop.
 */
export function sampleFile(category: string): string {
  const rows = rowsOf(category);
  const used = importColumns.filter(({ field }) => rows.some((row) => row[field] !== undefined));
  const header = csvLine(used.map(({ names: [name = ""] }) => name));
  return header + rows.map((row) => csvLine(used.map(({ field }) => row[field] ?? ""))).join("");
}
