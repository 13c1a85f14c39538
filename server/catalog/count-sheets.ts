import type { Db, Tx } from "../db/tables.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import {
  addLine,
  countInScope,
  endSheet,
  findLine,
  findLines,
  findSheet,
  findSheets,
  findSheetTotals,
  insertLines,
  insertSheet,
  type LineQuery,
  lockDiffering,
  lockSheet,
  postDifferences,
  putCount,
  type SheetMark,
  type SheetRow,
  type SheetScope,
  type SheetTotals,
} from "./queries/count-sheets.ts";
import { lockStock } from "./queries/movements.ts";
import { fullName } from "./rules/product.ts";
import { mostUnits } from "./rules/stock-reasons.ts";

export type { LineView, SheetMark, SheetRow, SheetScope, SheetTotals } from "./queries/count-sheets.ts";

/** The most lines of a sheet. */
export const mostLines = 20_000;

export type NewSheet = {
  /** chosen by the caller, so that a repeated call makes no second sheet */
  id: string;
  name: string;
  /** absent: the sheet begins empty, and scanned variants are added */
  scope: SheetScope | undefined;
  withUnshipped: boolean;
  actor: string;
};

/** Makes a sheet. Refuses a scope without variants, or with too many. */
export async function createSheet(
  tx: Tx,
  { id, name, scope, withUnshipped, actor }: NewSheet,
  now: number,
): Promise<Outcome<object>> {
  if (await findSheet(tx, id)) return ok({});
  const lines = scope === undefined ? 1 : await countInScope(tx, scope, mostLines + 1);
  if (lines === 0) return refuse("not_found", "There is nothing to count in it.");
  if (lines > mostLines)
    return refuse(
      "limit_reached",
      `A sheet has at most ${mostLines.toLocaleString("en-US")} variants. Make one for each category.`,
    );
  await insertSheet(tx, { id, name, with_unshipped: withUnshipped ? 1 : 0, created_by: actor, created_at: now });
  if (scope !== undefined) await insertLines(tx, id, scope);
  return ok({});
}

const sheetEnded = refuse("changed", "This sheet was posted or discarded meanwhile. Nothing was changed.");

export type CountInput = {
  sheetId: string;
  variantId: string;
  units: number;
  /** `add`: adds to the earlier count, such as from another shelf */
  how: "set" | "add";
  /** the count shown by the page; null if there was none */
  seen: number | null;
  actor: string;
  now: number;
  /** units of orders that have not shipped */
  unshippedOf: (tx: Tx, variantId: string) => Promise<number>;
};

export type CountResult = { counted: number; expected: number };

/**
 * Records the counted units of a variant, and the units expected at this moment. Adds a missing
 * variant to the sheet. Refuses with `changed` if somebody else has counted the variant meanwhile.
 */
export async function enterCount(tx: Tx, input: CountInput): Promise<Outcome<CountResult>> {
  const { sheetId, variantId, units, how, seen, actor, now, unshippedOf } = input;
  const sheet = await lockSheet(tx, sheetId);
  if (!sheet) return notFound;
  if (sheet.state !== "open") return sheetEnded;
  const stock = await lockStock(tx, variantId);
  if (!stock) return notFound;
  const line = await findLine(tx, sheetId, variantId);
  const earlier = line?.counted ?? null;
  const isRepeated = how === "set" && earlier === units;
  if (earlier !== seen && !isRepeated)
    return refuse("changed", `It was counted meanwhile: ${earlier ?? "its count was cleared"}. Check, and save again.`);
  const counted = how === "add" ? (earlier ?? 0) + units : units;
  if (counted > mostUnits) return refuse("invalid", "Enter how many units, as a whole number.");
  if (!line) await addLine(tx, sheetId, variantId);
  const expected = stock.on_hand + (sheet.with_unshipped === 1 ? await unshippedOf(tx, variantId) : 0);
  await putCount(tx, sheetId, variantId, { counted, expected, counted_by: actor, counted_at: now });
  return ok({ counted, expected });
}

/** Deletes a count, so that the line is open again. */
export async function clearCount(tx: Tx, sheetId: string, variantId: string): Promise<Outcome<object>> {
  const sheet = await lockSheet(tx, sheetId);
  if (!sheet || !(await findLine(tx, sheetId, variantId))) return notFound;
  if (sheet.state !== "open") return sheetEnded;
  await putCount(tx, sheetId, variantId, { counted: null, expected: null, counted_by: null, counted_at: null });
  return ok({});
}

export type PostingInput = {
  sheetId: string;
  /** the number of uncounted lines shown before posting; undefined if none was shown */
  uncounted: number | undefined;
  actor: string;
};

const partlyCounted = refuse("unconfirmed", "Not every line of this sheet is counted. Nothing was posted.");

/**
 * Changes the stock of each variant by the difference between counted and expected units, so that
 * sales since the count remain valid. Posts all lines or none; a second call changes nothing.
 * Refuses with `unconfirmed` if the number of uncounted lines differs from the shown number.
 */
export async function postSheet(
  tx: Tx,
  { sheetId, uncounted, actor }: PostingInput,
  now: number,
): Promise<Outcome<{ movements: number }>> {
  const sheet = await lockSheet(tx, sheetId);
  if (!sheet) return notFound;
  if (sheet.state === "posted") return ok({ movements: 0 });
  if (sheet.state !== "open") return sheetEnded;
  const { lines, counted } = (await findSheetTotals(tx, [sheetId])).get(sheetId) ?? nothing;
  if (counted < lines && uncounted !== lines - counted) return partlyCounted;
  const differing = await lockDiffering(tx, sheetId);
  const uncovered = differing.filter(({ onHand, reserved, units }) => onHand + units < reserved);
  if (uncovered.length > 0) return uncoveredRefusal(uncovered);
  await postDifferences(tx, sheetId, actor, now);
  await endSheet(tx, sheetId, { state: "posted", ended_by: actor, ended_at: now });
  return ok({ movements: differing.length });
}

type UncoveredVariant = { productName: string; variantName: string };

function uncoveredRefusal(uncovered: readonly UncoveredVariant[]) {
  const names = uncovered.slice(0, 5).map(({ productName, variantName }) => `“${fullName(productName, variantName)}”`);
  const others = uncovered.length > names.length ? ` and ${uncovered.length - names.length} more` : "";
  return refuse(
    "out_of_stock",
    `Fewer units would be left than are held for payments in progress: ${names.join(", ")}${others}. Count them again or clear their counts. Nothing was posted.`,
  );
}

/** Ends a sheet without moving stock. */
export async function discardSheet(tx: Tx, sheetId: string, actor: string, now: number): Promise<Outcome<object>> {
  const sheet = await lockSheet(tx, sheetId);
  if (!sheet) return notFound;
  if (sheet.state === "discarded") return ok({});
  if (sheet.state !== "open") return sheetEnded;
  await endSheet(tx, sheetId, { state: "discarded", ended_by: actor, ended_at: now });
  return ok({});
}

export const sheetOf = (db: Db, id: string): Promise<SheetRow | undefined> => findSheet(db, id);

/** Sheets, the newest first. */
export const listSheets = (db: Db, before: SheetMark | undefined, limit: number): Promise<SheetRow[]> =>
  findSheets(db, before, limit);

export type SheetLine = Awaited<ReturnType<typeof findLines>>[number];

/** Lines in the sheet's order, after the position `after`. */
export const listLines = (db: Db, sheetId: string, query: LineQuery, limit: number): Promise<SheetLine[]> =>
  findLines(db, sheetId, query, limit);

const nothing: SheetTotals = { lines: 0, counted: 0, differing: 0, units: 0 };

/** The totals of sheets, by id. */
export async function sheetTotals(db: Db, ids: readonly string[]): Promise<(id: string) => SheetTotals> {
  const totals = await findSheetTotals(db, ids);
  return (id) => totals.get(id) ?? nothing;
}
