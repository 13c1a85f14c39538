import { products } from "./products.ts";
import type { DemoCategory } from "./types.ts";

/** One category or one product that may not be sold in a state or province. */
type DemoStateRule = { country: "US" | "CA"; area: string } & ({ category: DemoCategory } | { product: string });

const restrictedSlugs = (category: DemoCategory): string[] =>
  products.filter((product) => product.restricted && product.category === category).map(({ slug }) => slug);

const inAreas = (areas: readonly string[], slugs: readonly string[]): DemoStateRule[] =>
  areas.flatMap((area) => slugs.map((product) => ({ country: "US" as const, area, product })));

/** Invented for the demo, in the manner of such rules: an owner sets their own. */
export const stateRules: readonly DemoStateRule[] = [
  { country: "US", area: "ID", category: "seeds" },
  { country: "US", area: "KS", category: "seeds" },
  { country: "CA", area: "QC", category: "seeds" },
  // Tall and unselected seed stays out of Texas, the rest of the list may go there.
  ...inAreas(["TX"], restrictedSlugs("seeds")),
  // What is sent alive may not cross these borders; dried goods may.
  ...inAreas(["CA", "GA", "ID"], restrictedSlugs("mushrooms")),
];
