import { clampPage } from "../catalog/rules/paging.ts";
import type { Backdrop } from "../catalog/rules/product.ts";
import { findVariants } from "../catalog/variants.ts";
import type { Db } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import { moneyTroublesOf } from "./money-troubles.ts";
import { findEditsOfOrders } from "./queries/after-sale.ts";
import { findReaddressesOfOrders } from "./queries/readdress.ts";
import { countOrders, findCustomerOrders, findLedgersOfOrders, findLinesOfOrders } from "./queries.ts";
import { type MoneyState, moneyState } from "./rules/ledger.ts";
import { reductionsOf, totalAfter } from "./rules/line-shares.ts";
import type { MoneyTrouble } from "./rules/refused-money.ts";
import type { OrderState } from "./rules/state.ts";

export const ordersPerPage = 10;
/** Pictures that fit in a row on a phone. */
const mostThumbs = 4;

type Thumb = { name: string; picture: string; backdropColour: Backdrop };
export type PastOrder = {
  id: string;
  number: number;
  state: OrderState;
  cancelationRequested: boolean;
  isPartShipped: boolean;
  money: MoneyState;
  trouble: MoneyTrouble | undefined;
  /** after edits */
  total: Cents;
  placedAt: number;
  /** after edits */
  units: number;
  thumbs: Thumb[];
};

/**
 * One page of a customer's orders, the latest first. A page number beyond the end gives the last
 * page. Makes nine queries, however many orders there are.
 */
export async function ordersOf(db: Db, customerId: string, page: number) {
  const count = await countOrders(db, customerId);
  const current = clampPage(page, count, ordersPerPage);
  const offset = (current - 1) * ordersPerPage;
  const rows = count === 0 ? [] : await findCustomerOrders(db, customerId, { limit: ordersPerPage, offset });
  const ids = rows.map(({ id }) => id);
  const lines = ids.length === 0 ? [] : await findLinesOfOrders(db, ids);
  const ledgers = ids.length === 0 ? [] : await findLedgersOfOrders(db, ids);
  const edits = ids.length === 0 ? [] : await findEditsOfOrders(db, ids);
  const readdresses = ids.length === 0 ? [] : await findReaddressesOfOrders(db, ids);
  const moneyOf = (id: string) => moneyState(ledgers.filter(({ order_id }) => order_id === id));
  const troubles = await moneyTroublesOf(
    db,
    rows.map(({ id, state }) => ({ id, state, money: moneyOf(id) })),
  );
  const editsOf = (id: string) => edits.filter(({ order_id }) => order_id === id);
  const linesOf = (id: string) => lines.filter(({ order_id }) => order_id === id);
  const picturedLines = (id: string) => firstOfEach(linesOf(id).filter(({ picture }) => picture !== "")).slice(0, mostThumbs);
  const backdropColourOf = await backdropColoursOf(db, ids.flatMap(picturedLines));
  const orders = rows.map(
    (row): PastOrder => ({
      id: row.id,
      number: row.number,
      state: row.state,
      cancelationRequested: row.cancelation_requested === 1,
      isPartShipped: row.state === "placed" && row.shipment_count > 0,
      money: moneyOf(row.id),
      trouble: troubles.get(row.id),
      total: totalAfter(row.total, [
        ...editsOf(row.id),
        ...reductionsOf(readdresses.filter(({ order_id }) => order_id === row.id)),
      ]),
      placedAt: row.placed_at,
      units: unitsOf(linesOf(row.id)) - unitsOf(editsOf(row.id)),
      thumbs: picturedLines(row.id).map((line) => ({
        name: line.product_name,
        picture: line.picture,
        backdropColour: backdropColourOf(line.variant_id),
      })),
    }),
  );
  return { orders, count, page: current };
}

const unitsOf = (rows: readonly { quantity: number }[]): number => rows.reduce((sum, { quantity }) => sum + quantity, 0);

/** Keeps one line for each picture. */
const firstOfEach = <Line extends { picture: string }>(lines: readonly Line[]): Line[] =>
  lines.filter(({ picture }, at) => lines.findIndex((other) => other.picture === picture) === at);

/** The backdrop colours of these lines' pictures. */
async function backdropColoursOf(db: Db, lines: readonly { variant_id: string }[]): Promise<(variantId: string) => Backdrop> {
  const variants = await findVariants(
    db,
    lines.map(({ variant_id }) => variant_id),
  );
  const colours = new Map(variants.map(({ id, backdropColour }) => [id, backdropColour]));
  return (id) => colours.get(id) ?? "black";
}
