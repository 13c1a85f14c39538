import type { LineView, SheetLine, SheetMark, SheetRow, SheetTotals } from "../../catalog/count-sheets.ts";
import { whichOfCode } from "../../catalog/rules/codes.ts";
import { fullName } from "../../catalog/rules/product.ts";
import type { Dates } from "../../dates.ts";
import type { Refusal } from "../../outcome.ts";
import { stateLabel } from "../../state-label.ts";
import { view } from "../../web/view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { stateCell, type TimeContext, timeCell } from "../lists/columns.ts";
import { recordTable } from "../lists/table.ts";
import {
  staffCountClearPath,
  staffCountDiscardPath,
  staffCountEntryPath,
  staffCountPath,
  staffCountPostingPath,
  staffCountPrintPath,
  staffCountsPath,
  staffStockPath,
  staffVariantStockPath,
} from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import { whoOf } from "../records/history-page.ts";

type Names = ReadonlyMap<string, string>;
type Shown = { notice?: string | undefined; refusal?: Refusal | undefined; asksToPost?: true | undefined };

const mayWrite = ({ staff }: StaffContext) => may(staff, "stock:write");

const states = {
  open: stateLabel("todo", "Open"),
  posted: stateLabel("done", "Posted"),
  discarded: stateLabel("waiting", "Discarded"),
} as const;

type SheetsInput = {
  sheets: readonly SheetRow[];
  totalsOf: (id: string) => SheetTotals;
  categories: readonly { id: string; name: string }[];
  names: Names;
  before: SheetMark | undefined;
  next: SheetMark | undefined;
  key: string;
};

/** The list of count sheets, and the form that makes one. */
export const countsPage = (
  context: StaffContext,
  times: TimeContext,
  { sheets, totalsOf, categories, names, before, next, key }: SheetsInput,
  { refusal }: Shown = {},
) => ({
  ...staffFrame(context, "Count sheets", staffStockPath),
  token: context.token,
  key,
  stock: staffStockPath,
  path: staffCountsPath,
  formError: refusal?.error,
  mayWrite: mayWrite(context),
  name: { name: "name", label: "Name", maxlength: 200, value: "", autocomplete: "off" },
  categories,
  table: recordTable({
    caption: "Count sheets, the newest first",
    columns: [
      { label: "Sheet", cell: ({ id, name }) => ({ text: name, href: staffCountPath(id) }) },
      { label: "Made", cell: ({ created_at }) => timeCell(created_at, times) },
      { label: "By", cell: ({ created_by }) => whoOf(created_by, names) },
      { label: "Counted", isFigure: true, cell: ({ id }) => `${totalsOf(id).counted} of ${totalsOf(id).lines}` },
      { label: "State", isInFirstLine: true, cell: ({ state }) => stateCell(states[state]) },
    ],
    rows: sheets,
  }),
  newest: before === undefined ? undefined : staffCountsPath,
  older: next === undefined ? undefined : `${staffCountsPath}?before=${next.at}-${next.id}`,
});

type CountsPage = ReturnType<typeof countsPage>;
export const countsView = view<CountsPage>("staff/counts");

/** The values in a sheet's address; `after` is the position of the previous page's last line. */
export type CountQuery = { q: string; view: LineView; after: number };

/** The sheet's address with these values. */
export function countAddress(path: string, { q, view, after }: CountQuery): string {
  const parameters = { q, view: view === "left" ? "" : view, after: after > 0 ? String(after) : "" };
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== "")).toString();
  return query === "" ? path : `${path}?${query}`;
}

const differenceWords = (difference: number): string => {
  if (difference === 0) return "as expected";
  return difference > 0 ? `${difference} more` : `${-difference} fewer`;
};

const lineRow = (line: SheetLine, { names, dates }: { names: Names; dates: Dates }, isFirst: boolean) => {
  const { variantId, productName, variantName, sku, barcode, counted, expected, countedBy, countedAt } = line;
  return {
    variantId,
    href: staffVariantStockPath(variantId),
    name: fullName(productName, variantName),
    sku,
    barcode,
    // The page shows the expected number only for a counted line, since people count better if they
    // do not know that number.
    counted: counted ?? undefined,
    isCounted: counted !== null,
    seen: counted === null ? "" : String(counted),
    expected: expected ?? undefined,
    difference: stateLabel(
      counted === expected ? "done" : "todo",
      counted === null || expected === null ? "" : differenceWords(counted - expected),
    ),
    who: countedBy === null ? "" : whoOf(countedBy, names),
    at: countedAt === null ? undefined : dates.moment(countedAt),
    autofocus: isFirst,
  };
};

const viewWords: readonly { view: LineView; name: string }[] = [
  { view: "left", name: "To count" },
  { view: "differing", name: "Differing" },
  { view: "all", name: "All" },
];

type CountInput = {
  sheet: SheetRow;
  totals: SheetTotals;
  query: CountQuery;
  lines: readonly SheetLine[];
  /** variants that the search found but that are not on the sheet */
  others: readonly { id: string; productName: string; variantName: string; sku: string; barcode: string }[];
  next: number | undefined;
  names: Names;
};

const unitWords = (units: number): string => {
  if (units === 0) return "no units in all";
  return units > 0 ? `${units} more in all` : `${-units} fewer in all`;
};

const partWords = ({ lines, counted }: SheetTotals): string => {
  const others = lines - counted === 1 ? "The other one stays as it is." : `The other ${lines - counted} stay as they are.`;
  return `${counted} of ${lines} lines ${counted === 1 ? "is" : "are"} counted. ${others} Post the sheet all the same?`;
};

/** A sheet: the lines to count, the counts, and the differences. */
export const countPage = (
  context: StaffContext,
  dates: Dates,
  { sheet, totals, query, lines, others, next, names }: CountInput,
  { notice, refusal, asksToPost }: Shown = {},
) => {
  const path = staffCountPath(sheet.id);
  const uncounted = totals.lines - totals.counted;
  const isOpen = sheet.state === "open";
  const which = whichOfCode(query.q, [...lines, ...others]);
  return {
    ...staffFrame(context, sheet.name, staffStockPath),
    token: context.token,
    list: staffCountsPath,
    path,
    name: sheet.name,
    state: states[sheet.state],
    made: { by: whoOf(sheet.created_by, names), at: dates.moment(sheet.created_at) },
    ended: sheet.ended_at === null ? undefined : { by: whoOf(sheet.ended_by, names), at: dates.moment(sheet.ended_at) },
    withUnshipped: sheet.with_unshipped === 1,
    totals: { ...totals, inUnits: unitWords(totals.units) },
    progress: { value: totals.counted, max: Math.max(1, totals.lines) },
    notice,
    formError: refusal?.error,
    mayCount: isOpen && mayWrite(context),
    mayPost: isOpen && mayWrite(context) && totals.counted > 0,
    /** the question before a sheet is posted in part */
    asks: asksToPost && uncounted > 0 ? { words: partWords(totals), uncounted } : undefined,
    q: query.q,
    view: query.view,
    after: query.after > 0 ? String(query.after) : "",
    search: {
      name: "q",
      label: "Scan or type a SKU, barcode, or name",
      type: "search",
      value: query.q,
      maxlength: 200,
      autocomplete: "off",
      required: true,
    },
    views: viewWords.map(({ view, name }) => ({
      name,
      href: countAddress(path, { q: "", view, after: 0 }),
      current: query.q === "" && view === query.view,
    })),
    which,
    // After a scan, the first found line gets the focus, since its number is typed next.
    lines: lines.map((line, at) => lineRow(line, { names, dates }, query.q !== "" && at === 0 && which === undefined)),
    others: others.map(({ id, productName, variantName, sku, barcode }) => ({
      variantId: id,
      name: fullName(productName, variantName),
      sku,
      barcode,
    })),
    none: noneWords(query, totals),
    first: query.after === 0 ? undefined : countAddress(path, { ...query, after: 0 }),
    next: next === undefined ? undefined : countAddress(path, { ...query, after: next }),
    paths: {
      entry: staffCountEntryPath(sheet.id),
      clear: staffCountClearPath(sheet.id),
      posting: staffCountPostingPath(sheet.id),
      discard: staffCountDiscardPath(sheet.id),
      print: staffCountPrintPath(sheet.id),
    },
  };
};

function noneWords({ q, view }: CountQuery, { lines }: SheetTotals): string {
  if (q !== "") return `Nothing has “${q}” as its SKU, barcode, or name.`;
  if (lines === 0) return "Scan the first barcode to begin.";
  if (view === "differing") return "No count differs from what was expected.";
  return view === "left" ? "All is counted." : "There is nothing on this page.";
}

type CountPage = ReturnType<typeof countPage>;
export const countView = view<CountPage>("staff/count");

type PrintInput = { sheet: SheetRow; lines: readonly SheetLine[]; next: number | undefined };

/** A sheet to print and fill in by hand. */
export const countPrintPage = (context: StaffContext, dates: Dates, { sheet, lines, next }: PrintInput) => ({
  ...staffFrame(context, sheet.name, staffStockPath),
  back: staffCountPath(sheet.id),
  name: sheet.name,
  made: dates.day(sheet.created_at),
  withUnshipped: sheet.with_unshipped === 1,
  lines: lines.map(({ position, productName, variantName, sku, barcode }) => ({
    position,
    name: fullName(productName, variantName),
    sku,
    barcode,
  })),
  next: next === undefined ? undefined : `${staffCountPrintPath(sheet.id)}?after=${next}`,
});

type CountPrintPage = ReturnType<typeof countPrintPage>;
export const countPrintView = view<CountPrintPage>("staff/count-print");
