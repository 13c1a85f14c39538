import { type PromoPage, type PromoSearch, promoStandings } from "../checkout/promo-records.ts";
import { typedLine } from "./routes/typed-line.ts";
import { idsOf } from "./rules/chosen.ts";
import { chosenColumns } from "./rules/list-columns.ts";
import { type PromoColumn, promoColumns } from "./rules/promo-columns.ts";

/** What the address of the list says; `after` is a code; no columns: the usual ones. */
export type PromosQuery = Pick<PromoSearch, "q" | "standing"> & PromoPage & { columns: readonly PromoColumn[] };

/** What is not well said counts as not given. */
export const promosQueryOf = (query: Readonly<Record<string, unknown>>): PromosQuery => ({
  q: typedLine(query.q, 40),
  standing: promoStandings.find((each) => each === query.show) ?? "all",
  sort: query.sort === "ends" ? "ends" : "code",
  columns: chosenColumns(promoColumns, query.columns),
  after: typedLine(query.after, 100) || undefined,
});

export const promoSearchOf = ({ q, standing }: PromosQuery, now: number): PromoSearch => ({ q, standing, now });

/** Which promos of the list were selected: `promo` for each by hand, or `all` that match; undefined: none. */
export function selectedPromosOf(query: Readonly<Record<string, unknown>>, now: number): PromoSearch | undefined {
  if (query.all === "1") return promoSearchOf(promosQueryOf(query), now);
  const ids = idsOf(query.promo);
  return ids.length === 0 ? undefined : { q: "", standing: "all", now, ids };
}
