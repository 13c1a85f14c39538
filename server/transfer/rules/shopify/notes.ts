import type { Draft } from "../draft.ts";
import type { SheetRow } from "../format.ts";
import { type Tally, wordCounts } from "../mapping/tally.ts";
import type { Columns } from "./columns.ts";

/** Counts differences between Shopify and this shop, as notes for the owner. */
export function counting(columns: Columns): {
  count(rows: readonly SheetRow[], draft: Draft): void;
  skip(rows: readonly SheetRow[], slug: string): void;
  all(): string[];
} {
  const skipped = new Map<string, Tally>();
  let deleted = 0;
  let uncounted = 0;
  let oversold = 0;
  return {
    count: (rows, { variants }) => {
      const lines = new Set(variants.map(({ line }) => line));
      deleted += rows.filter((row) => columns.cell(row, "variantCommand").toUpperCase() === "DELETE").length;
      for (const row of rows.filter(({ line }) => lines.has(line))) {
        if (columns.has("tracker") && columns.cell(row, "tracker") === "") uncounted += 1;
        if (["continue", "true", "yes"].includes(columns.cell(row, "policy").toLowerCase())) oversold += 1;
      }
    },
    skip: ([first], slug) => {
      const command = first ? columns.cell(first, "command").toUpperCase() : "";
      const products = skipped.get(command) ?? wordCounts();
      products.add(slug);
      skipped.set(command, products);
    },
    all: () => {
      const notes = [...skipped].map(
        ([command, products]) =>
          `Products with the ${columns.called("command")} ${command}, which were left as they are,  ${products.size()}: ${products.words()}`,
      );
      if (deleted > 0) notes.push(`${ofVariants(deleted)} the ${columns.called("variantCommand")} DELETE, and were left out`);
      if (uncounted > 0)
        notes.push(
          `${ofVariants(uncounted)} no ${columns.called("tracker")}: Shopify sells them without counting, but this shop sells only what ${columns.called("quantity")} says`,
        );
      if (oversold > 0)
        notes.push(
          `${ofVariants(oversold)} “continue” in ${columns.called("policy")}: this shop never sells more than it has in stock`,
        );
      return notes;
    },
  };
}

const ofVariants = (count: number): string => (count === 1 ? "1 variant has" : `${count} variants have`);
