import { countPromos, listPromos, type PromoSearch, promoStates } from "../../checkout/promo-records.ts";
import { promoState, purposeText } from "../../checkout/rules/promo-fields.ts";
import { dollars } from "../../money.ts";
import { stateLabel } from "../../state-label.ts";
import { dayText } from "../forms/date-fields.ts";
import { dayCell, stateCell } from "../lists/columns.ts";
import { choiceFilter, textFilter } from "../lists/filters.ts";
import { staffList } from "../lists/list.ts";
import { staffNewRulePath, staffPromosBulkPath, staffPromosFilePath, staffRulePath, staffRulesPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import { removedHistoryOf } from "../records/removed-record.ts";
import { promoKind } from "./kinds.ts";
import { startPromos, stopPromos } from "./promo-bulk.ts";
import { ruleNotices, ruleTabs } from "./rule-pages.ts";

const path = staffRulesPath("promos");

/** The list of promos. */
export const promoList = staffList({
  name: "promos",
  title: "Promos",
  path,
  filePath: staffPromosFilePath,
  needs: "rules:read",
  one: "promo",
  many: "promos",
  filters: {
    q: textFilter({ label: "Code begins with", type: "search", maxlength: 40 }),
    show: choiceFilter(promoStates),
  },
  views: {
    All: { show: "all" },
    "On now or later": { show: "current" },
    Running: { show: "running" },
    "To come": { show: "scheduled" },
    "Used up": { show: "used" },
    "Ended or stopped": { show: "past" },
  },
  sorts: { code: "By code", ends: "Ends first" },
  search: ({ q, show }, { now }): PromoSearch => ({ q, state: show, now }),
  read: ({ db }, search, page) => listPromos(db, search, page, page.limit),
  count: ({ db }, search, most) => countPromos(db, search, most),
  after: { shape: /^.{1,100}$/, of: ({ code }) => code },
  id: ({ id }) => id,
  rowName: ({ code }) => code,
  columns: {
    code: { label: "Code", cell: ({ id, code }) => ({ text: code, href: staffRulePath("promos", id) }) },
    name: { label: "Name that shoppers see", isOptional: true, cell: ({ name }) => name },
    purpose: { label: "For", cell: (promo) => purposeText(promo) },
    minimum: { label: "Minimum", isFigure: true, isWide: true, cell: ({ minimum }) => (minimum === 0 ? "" : dollars(minimum)) },
    state: {
      label: "State",
      isInFirstLine: true,
      cell: (promo, { now }) => {
        const state = promoState(promo, now);
        return stateCell(stateLabel(state === "Running" ? "done" : "waiting", state));
      },
    },
    uses: { label: "Uses", isFigure: true, cell: ({ used }) => String(used) },
    limit: { label: "Most uses", isFigure: true, isWide: true, cell: ({ usageLimit }) => String(usageLimit ?? "") },
    begins: {
      label: "Begins",
      isTime: true,
      isWide: true,
      cell: ({ startsAt }, { dates }) => dayCell(dayText(startsAt, dates), dates),
    },
    ends: { label: "Ends", isTime: true, isWide: true, cell: ({ endsAt }, { dates }) => dayCell(dayText(endsAt, dates), dates) },
    once: { label: "Each customer", isOptional: true, cell: ({ oncePerCustomer }) => (oncePerCustomer ? "once" : "") },
    firstOrder: { label: "First order only", isOptional: true, cell: ({ firstOrderOnly }) => (firstOrderOnly ? "yes" : "") },
  },
  bulk: {
    path: staffPromosBulkPath,
    needs: "rules:write",
    actions: {
      stop: {
        label: "Turn off",
        run: {
          action: stopPromos,
          title: "Turn promos off",
          consequence:
            "Shoppers can’t use these codes from then on, also where they are in a cart already. Each can be turned on again.",
        },
      },
      start: {
        label: "Turn on",
        run: {
          action: startPromos,
          title: "Turn promos on",
          consequence: "Their days and limits stay: a promo that has ended, or is used up, gives nothing still.",
        },
      },
    },
    all: (search) => search,
    some: (ids, _, { now }): PromoSearch => ({ q: "", state: "all", now, ids }),
  },
  notices: ruleNotices,
  links: (files, staff) => [
    ...(may(staff, "rules:write") ? [{ label: "New promo", href: staffNewRulePath("promos"), isButton: true as const }] : []),
    ...files,
  ],
  empty: (_, isFiltered) => (isFiltered ? "No promo is like that." : "There are none yet."),
  extras: async ({ context, req }) => ({
    tabs: ruleTabs(path),
    removed: await removedHistoryOf(context, req, promoKind),
    intro:
      "Codes that shoppers type, and promos that apply without one. The checkout takes the effect off the products a promo is for.",
  }),
});
