import type { SampleTotals } from "../../checkout/simulate.ts";
import { countries } from "../../customers/rules/areas.ts";
import { dollars } from "../../money.ts";
import type { Refusal } from "../../outcome.ts";
import { readLines } from "../../read-text.ts";
import { view } from "../../web/view.ts";
import type { FormBody } from "../forms/body.ts";
import { type FieldView, formErrors, lineView, type ResentForm, resentFields } from "../forms/field-view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { moveButtons, type RowForm, recordTable } from "../lists/table.ts";
import {
  type RuleKind,
  staffNewRulePath,
  staffRulePath,
  staffRuleRemovalPath,
  staffRulesPath,
  staffSimulationPath,
  staffStatesPath,
} from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import type { HistoryEntry } from "../records/history-page.ts";
import type { BatchesPart } from "./promo-batches-part.ts";
import type { RuleRow } from "./screens.ts";

const tabs: readonly { href: string; name: string }[] = [
  { href: staffRulesPath("promos"), name: "Promos" },
  { href: staffRulesPath("methods"), name: "Shipping methods" },
  { href: staffRulesPath("zones"), name: "Zones" },
  { href: staffRulesPath("taxes"), name: "Taxes" },
  { href: staffStatesPath, name: "States" },
  { href: staffRulesPath("gifts"), name: "Gifts" },
  { href: staffRulesPath("means"), name: "Payment without a card" },
  { href: staffSimulationPath, name: "Try a cart" },
];

/** The tabs of the rules; `current` is the address of the tab that is open. */
export const ruleTabs = (current: string) => tabs.map((tab) => ({ ...tab, current: tab.href === current }));

/** The frame of every page of the rules; `current` is the address of its tab. */
export const rulesFrame = (context: StaffContext, title: string, current: string) => ({
  ...staffFrame(context, title, staffRulesPath("promos")),
  views: ruleTabs(current),
});

export const mayWriteRules = ({ staff }: StaffContext): boolean => may(staff, "rules:write");

/** The notices after actions, by the parameter `notice`. */
export const ruleNotices: Readonly<Record<string, string>> = {
  saved: "Saved.",
  created: "Created.",
  removed: "Removed.",
  ordered: "The order is saved.",
  batch: "The codes were made.",
  "batch-ended": "The batch has ended: its unused codes don’t work any more.",
};
export const noticeOf = (word: unknown): string | undefined => Object.entries(ruleNotices).find(([name]) => name === word)?.[1];

type ListInput = {
  kind: RuleKind;
  title: string;
  one: string;
  intros: readonly string[];
  heads: readonly string[];
  rows: readonly RuleRow[];
  /** the history of the record that was just removed */
  removed: readonly HistoryEntry[];
  order: ListOrder | undefined;
};

/** The order of a list that the owner sets, with the values for its form. */
type ListOrder = { action: string; seen: string; isByPrice: boolean; history: readonly HistoryEntry[] };

type ListShown = { notice?: unknown; refusal?: Refusal | undefined };

const moveForm =
  ({ action, seen }: ListOrder, count: number) =>
  ({ id, cells: [name] }: RuleRow, at: number): RowForm => ({
    action,
    fields: [
      { name: "seen", value: seen },
      { name: "id", value: id },
    ],
    buttons: moveButtons(String(name), at, count),
  });

/** All rules of a kind. */
export const rulesPage = (
  context: StaffContext,
  { kind, title, one, intros, heads, rows, removed, order }: ListInput,
  { notice, refusal }: ListShown,
) => {
  const mayMove = order !== undefined && mayWriteRules(context) && rows.length > 1;
  return {
    ...rulesFrame(context, title, staffRulesPath(kind)),
    mayWrite: mayWriteRules(context),
    heading: title,
    one,
    intros,
    notice: noticeOf(notice),
    formError: refusal?.error,
    token: context.token,
    removed,
    order,
    ordersByPrice: mayMove && !order?.isByPrice,
    create: staffNewRulePath(kind),
    table: recordTable({
      caption: title,
      columns: heads.map((label, column) => ({
        label,
        isLabeled: label !== "State",
        cell: ({ id, cells }) => {
          const cell = cells[column] ?? "";
          return column === 0 && typeof cell === "string" ? { text: cell, href: staffRulePath(kind, id) } : cell;
        },
      })),
      rows,
      form: order && mayMove ? moveForm(order, rows.length) : undefined,
    }),
  };
};
type RulesPage = ReturnType<typeof rulesPage>;
export const rulesView = view<RulesPage>("staff/rules");

type RecordInput = {
  kind: RuleKind;
  one: string;
  name: string;
  /** undefined for a new rule */
  id: string | undefined;
  newId: string;
  seen: string;
  fields: readonly FieldView[];
  facts: readonly string[];
  /** the batches of codes, of a promo that has some or may have some */
  batches?: BatchesPart | undefined;
  history: readonly HistoryEntry[];
};
type RuleView = ResentForm & { notice?: unknown };

/** The form of a rule with the effects of saving and its history, or the form of a new rule. */
export const rulePage = (
  context: StaffContext,
  { kind, one, name, id, newId, seen, fields, facts, batches, history }: RecordInput,
  { notice, refusal, typed }: RuleView = {},
) => ({
  ...rulesFrame(context, name, staffRulesPath(kind)),
  token: context.token,
  mayWrite: mayWriteRules(context),
  heading: name,
  one,
  isNew: id === undefined,
  newId,
  seen,
  notice: noticeOf(notice),
  ...formErrors(refusal),
  fields: resentFields(fields, { refusal, typed: refusal && typed }),
  facts,
  batches,
  history,
  action: id === undefined ? staffNewRulePath(kind) : staffRulePath(kind, id),
  removal: id === undefined ? undefined : staffRuleRemovalPath(kind, id),
});
type RulePage = ReturnType<typeof rulePage>;
export const ruleView = view<RulePage>("staff/rule");

/** The most lines of a sample cart. */
export const sampleLines = 5;

/** A sample cart with its total, which the checkout's own calculation gives. */
export const simulationPage = (
  context: StaffContext,
  query: FormBody,
  { result, unknown, ambiguous }: { result: SampleTotals | undefined; unknown: readonly string[]; ambiguous: readonly string[] },
) => ({
  ...rulesFrame(context, "Try a cart", staffSimulationPath),
  action: staffSimulationPath,
  lines: Array.from({ length: sampleLines }, (_, index) => ({
    product: lineView(`product${index}`, `Product ${index + 1}`, readLines(query[`product${index}`])),
    quantity: lineView(`quantity${index}`, "Units", readLines(query[`quantity${index}`]), { inputmode: "numeric" }),
  })),
  code: lineView("code", "Promo code", readLines(query.code)),
  places: countries.flatMap((country) =>
    country.areas.map((area) => {
      const value = `${country.code}-${area.code}`;
      return { value, label: `${area.name} (${country.code})`, selected: value === (readLines(query.place) || "US-TX") };
    }),
  ),
  methods: (result?.methods ?? []).map(({ id, name }) => ({
    value: id,
    label: name,
    selected: id === result?.priced.method?.id,
  })),
  unknown,
  ambiguous,
  notes: [result?.priced.promoNote].filter((text) => text !== undefined),
  refused: [result?.promoRefused, result?.stateRefused].filter((text) => text !== undefined),
  result: result && {
    lines: result.priced.lines.map((line) => ({
      name: [line.productName, line.variantName].filter(Boolean).join(", "),
      quantity: line.quantity,
      price: dollars(line.unitPrice),
      discount: dollars(line.discount),
      tax: dollars(line.tax),
      total: dollars(line.net + line.tax),
    })),
    sums: [
      { name: "Subtotal", amount: dollars(result.priced.subtotal) },
      { name: `Discount${result.priced.promo ? `, ${result.priced.promo.label}` : ""}`, amount: dollars(result.priced.discount) },
      {
        name: `Shipping${result.priced.method ? `, ${result.priced.method.name}` : ""}`,
        amount: dollars(result.priced.shipping),
      },
      { name: "Tax", amount: dollars(result.priced.tax) },
      { name: "Total", amount: dollars(result.priced.total) },
    ],
  },
});
type SimulationPage = ReturnType<typeof simulationPage>;
export const simulationView = view<SimulationPage>("staff/simulation");
