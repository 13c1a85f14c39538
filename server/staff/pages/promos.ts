import { type ListedPromo, mostCounted, type PromoFilter } from "../../checkout/promo-records.ts";
import { effectText, standingOf } from "../../checkout/rules/promo-fields.ts";
import type { Dates } from "../../dates.ts";
import { dollars } from "../../money.ts";
import { staffNewRulePath, staffPromosFilePath, staffRulePath, staffRulesPath } from "../paths.ts";
import { dayText } from "../selling/form.ts";
import type { DeskInput } from "./desk.ts";
import { mayWriteRules, noticeOf, rulesFrame } from "./rules.ts";

/** What the address of the list says. */
export type PromosQuery = Omit<PromoFilter, "now">;

const views: readonly { name: string; standing: PromosQuery["standing"] }[] = [
  { name: "All", standing: "all" },
  { name: "On now or later", standing: "current" },
  { name: "Ended or stopped", standing: "past" },
];

/** The list's address with these values. */
export function promosAddress(path: string, { q, standing, after }: PromosQuery): string {
  const given = { q, show: standing === "all" ? "" : standing, after: after ?? "" };
  const text = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== "")).toString();
  return text === "" ? path : `${path}?${text}`;
}

export const promoHeads = ["Code", "Effect", "Minimum", "State", "Uses", "Most uses", "Begins", "Ends"] as const;

/** A promo's cells, in the order of the heads; empty where there is nothing to say. */
export function promoCells(promo: ListedPromo, dates: Dates, now: number): string[] {
  return [
    promo.code,
    effectText(promo),
    promo.minimum === 0 ? "" : dollars(promo.minimum),
    standingOf(promo, now),
    String(promo.used),
    promo.usageLimit === null ? "" : String(promo.usageLimit),
    dayText(promo.startsAt, dates),
    dayText(promo.endsAt, dates),
  ];
}

type PromosInput = {
  query: PromosQuery;
  promos: readonly ListedPromo[];
  count: number;
  next: string | undefined;
  notice: unknown;
  now: number;
};

/** The list of promos. Search, filter and the page are in its address. */
export const promosPage = (desk: DeskInput, dates: Dates, { query, promos, count, next, notice, now }: PromosInput) => {
  const path = staffRulesPath("promos");
  const first = { ...query, after: undefined };
  return {
    ...rulesFrame(desk, "Promos", path),
    mayWrite: mayWriteRules(desk),
    create: staffNewRulePath("promos"),
    file: promosAddress(staffPromosFilePath, first),
    notice: noticeOf(notice),
    path,
    q: query.q,
    search: { name: "q", label: "Code begins with", type: "search", value: query.q, maxlength: "40" },
    kept: query.standing === "all" ? [] : [{ name: "show", value: query.standing }],
    standings: views.map(({ name, standing }) => ({
      name,
      href: promosAddress(path, { ...first, standing }),
      current: standing === query.standing,
    })),
    isFiltered: query.q !== "" || query.standing !== "all",
    count: count >= mostCounted ? `${mostCounted} or more` : String(count),
    one: count === 1,
    heads: promoHeads,
    promos: promos.map((promo) => {
      const [code = "", ...others] = promoCells(promo, dates, now);
      return {
        code,
        href: staffRulePath("promos", promo.id),
        isOff: standingOf(promo, now) !== "Running",
        others: others.map((text, at) => ({ text: text || "–", label: promoHeads[at + 1] ?? "" })),
      };
    }),
    first: query.after === undefined ? undefined : promosAddress(path, first),
    next: next === undefined ? undefined : promosAddress(path, { ...query, after: next }),
  };
};
export type PromosPage = ReturnType<typeof promosPage>;
