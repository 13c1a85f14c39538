import { type PromoPage, type PromoSearch, promoStandings } from "../checkout/promo-records.ts";
import { readLine } from "../read-text.ts";
import { idsOf } from "./rules/chosen.ts";
import { chosenColumns } from "./rules/list-columns.ts";
import { type PromoColumn, promoColumns } from "./rules/promo-columns.ts";

/** The values in the list's address; `after` is a code; empty columns: the default ones. */
export type PromosQuery = Pick<PromoSearch, "q" | "standing"> & PromoPage & { columns: readonly PromoColumn[] };

/** Reads the list's address; malformed values count as absent. */
export const promosQueryOf = (query: Readonly<Record<string, unknown>>): PromosQuery => ({
  q: readLine(query.q, 40),
  standing: promoStandings.find((each) => each === query.show) ?? "all",
  sort: query.sort === "ends" ? "ends" : "code",
  columns: chosenColumns(promoColumns, query.columns),
  after: readLine(query.after, 100) || undefined,
});

export const promoSearchOf = ({ q, standing }: PromosQuery, now: number): PromoSearch => ({ q, standing, now });

/**
 * The selected promos of the list: each `promo`, or `all` that match; undefined if none are
 * selected.
 */
export function selectedPromosOf(query: Readonly<Record<string, unknown>>, now: number): PromoSearch | undefined {
  if (query.all === "1") return promoSearchOf(promosQueryOf(query), now);
  const ids = idsOf(query.promo);
  return ids.length === 0 ? undefined : { q: "", standing: "all", now, ids };
}
