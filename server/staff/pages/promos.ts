import { type ListedPromo, mostCounted } from "../../checkout/promo-records.ts";
import { effectText, type PromoState, promoState, scopeText } from "../../checkout/rules/promo-fields.ts";
import type { Dates } from "../../dates.ts";
import { dollars } from "../../money.ts";
import { view } from "../../web/view.ts";
import { dayText } from "../forms/date-fields.ts";
import { staffNewRulePath, staffPromosBulkPath, staffPromosFilePath, staffRulePath, staffRulesPath } from "../paths.ts";
import type { PromosQuery } from "../promo-query.ts";
import { shownColumns } from "../rules/list-columns.ts";
import { type PromoColumn, promoColumns } from "../rules/promo-columns.ts";
import type { SavedView } from "../saved-views.ts";
import type { DeskInput } from "./desk.ts";
import type { HistoryEntry } from "./history.ts";
import { givenOf, hiddenFields, type ListCell, listAddress, listFrame, shownCells } from "./list.ts";
import { mayWriteRules, noticeOf, rulesFrame } from "./rules.ts";

const path = staffRulesPath("promos");

const builtInViews: readonly { name: string; standing: PromosQuery["standing"] }[] = [
  { name: "All", standing: "all" },
  { name: "On now or later", standing: "current" },
  { name: "Running", standing: "running" },
  { name: "To come", standing: "scheduled" },
  { name: "Used up", standing: "used" },
  { name: "Ended or stopped", standing: "past" },
];

const givenIn = ({ q, standing, sort, columns }: PromosQuery) =>
  givenOf({ q, show: standing === "all" ? "" : standing, sort: sort === "code" ? "" : sort }, columns);

const promosAddress = (of: string, query: PromosQuery): string =>
  listAddress(of, [...givenIn(query), ...givenOf({ after: query.after ?? "" }, [])]);

const tones: Readonly<Record<PromoState, string>> = {
  Running: "state--good",
  Scheduled: "state--wait",
  Ended: "",
  Stopped: "",
  "Used up": "state--bad",
};

/** A promo's cells in the list and in its file. */
export function promoCells(promo: ListedPromo, dates: Dates, now: number): Record<PromoColumn, ListCell> {
  const standing = promoState(promo, now);
  return {
    code: { text: promo.code, href: staffRulePath("promos", promo.id) },
    effect: { text: [effectText(promo), scopeText(promo)].filter(Boolean).join(", ") },
    minimum: { text: promo.minimum === 0 ? "" : dollars(promo.minimum) },
    state: { text: standing, states: [{ text: standing, tone: tones[standing] }] },
    uses: { text: String(promo.used) },
    limit: { text: promo.usageLimit === null ? "" : String(promo.usageLimit) },
    begins: { text: dayText(promo.startsAt, dates) },
    ends: { text: dayText(promo.endsAt, dates) },
    once: { text: promo.oncePerCustomer ? "once" : "" },
    firstOrder: { text: promo.firstOrderOnly ? "yes" : "" },
  };
}

type PromosInput = {
  /** the history of a promo that was just removed */
  history: readonly HistoryEntry[];
  query: PromosQuery;
  promos: readonly ListedPromo[];
  count: number;
  next: string | undefined;
  notice: unknown;
  views: readonly SavedView[];
  now: number;
};

/** The list of promos. Its address contains the search, filter, sort, columns and page. */
export const promosPage = (desk: DeskInput, dates: Dates, input: PromosInput) => {
  const { query, promos, count, next, notice, history, views: saved, now } = input;
  const first = { ...query, after: undefined };
  const given = givenIn(first);
  const shown = shownColumns(promoColumns, query.columns);
  const builtIn = builtInViews.map(({ name, standing }) => {
    const href = promosAddress(path, { ...first, standing });
    return { name, href, current: standing === query.standing };
  });
  const { views: tabs, ...frame } = rulesFrame(desk, "Promos", path);
  const mayWrite = mayWriteRules(desk);
  return {
    ...frame,
    ...listFrame({ path, given, columns: promoColumns, chosen: query.columns, builtIn, saved }),
    token: desk.token,
    tabs,
    mayWrite,
    create: staffNewRulePath("promos"),
    file: promosAddress(staffPromosFilePath, first),
    notice: noticeOf(notice),
    history,
    warning: notice === "unselected" ? "Select promos first, or all that match." : undefined,
    q: query.q,
    search: { name: "q", label: "Code begins with", type: "search", value: query.q, maxlength: "40" },
    kept: hiddenFields(given, ["q"]),
    sorts: (
      [
        ["code", "By code"],
        ["ends", "Ends first"],
      ] as const
    ).map(([sort, name]) => ({
      name,
      href: promosAddress(path, { ...first, sort }),
      current: sort === query.sort,
    })),
    isFiltered: query.q !== "" || query.standing !== "all",
    count: count >= mostCounted ? `${mostCounted} or more` : String(count),
    one: count === 1,
    bulk: mayWrite ? { action: staffPromosBulkPath, kept: hiddenFields(given, ["sort", "columns"]) } : undefined,
    promos: promos.map((promo) => ({
      id: promo.id,
      code: promo.code,
      cells: shownCells(promoColumns, shown, promoCells(promo, dates, now)),
    })),
    first: query.after === undefined ? undefined : promosAddress(path, first),
    next: next === undefined ? undefined : promosAddress(path, { ...query, after: next }),
  };
};
type PromosPage = ReturnType<typeof promosPage>;
export const promosView = view<PromosPage>("staff/promos");
