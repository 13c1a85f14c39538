import type { Draft } from "../draft.ts";
import type { SheetRow } from "../format.ts";
import type { Columns } from "./columns.ts";

/** Counts what Shopify does differently from this shop, to note it for the owner. */
export function counting(columns: Columns): { count(rows: readonly SheetRow[], draft: Draft): void; all(): string[] } {
  let uncounted = 0;
  let oversold = 0;
  return {
    count: (rows, { variants }) => {
      const lines = new Set(variants.map(({ line }) => line));
      for (const row of rows.filter(({ line }) => lines.has(line))) {
        if (columns.has("tracker") && columns.cell(row, "tracker") === "") uncounted += 1;
        if (["continue", "true", "yes"].includes(columns.cell(row, "policy").toLowerCase())) oversold += 1;
      }
    },
    all: () => {
      const notes: string[] = [];
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
