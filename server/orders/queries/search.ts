import { type ExpressionBuilder, sql } from "kysely";
import { begins } from "../../db/begins.ts";
import { containing } from "../../db/search-text.ts";
import type { Db, Row, Tables } from "../../db/tables.ts";
import { disputedKind } from "../rules/words.ts";
import { asksForAddress } from "./address-requests.ts";
import { hasReturn, isReturnFilter, type ReturnFilter } from "./return-states.ts";
import { fewestDigits, idsOfText } from "./search-texts.ts";
import { isRequestOpen, listedColumns, type OrderFilter, type OrderListRow } from "./states.ts";
import { numbersTogether, parentNumber } from "./supplements.ts";

/** A search of the staff: an order number, or part of an email or of a name. */
export type OrderSearch = {
  /**
   * `refunded` selects placed, charged orders of which the whole payment, or the payment of all
   * units to send, was refunded or requested back. `unpaid` selects orders that await money by a
   * payment method without a card, and `pay-back` those of which the staff has to pay money back.
   * `disputed` selects those whose payment is disputed, and on which no staff has acted since.
   * `held` selects placed orders on hold, and `address` those with an open address request.
   */
  state:
    | OrderFilter
    | "to-pack"
    | "refunded"
    | "unpaid"
    | "pay-back"
    | "disputed"
    | "held"
    | "address"
    | ReturnFilter
    | undefined;
  /** trimmed and lower case; empty: all */
  text: string;
  /** placed from `since` to before `until`, in ms */
  since: number | undefined;
  until: number | undefined;
  /** the number of the last order on the previous page */
  before: number | undefined;
  /** only orders that the staff took on the phone */
  isPhone?: boolean | undefined;
  /** only orders that still await money which was due by this time, in ms */
  dueBy?: number | undefined;
  /** oldest first, for example to pack orders in this sequence */
  oldestFirst?: boolean | undefined;
  /** the highest number, for example to leave out orders placed after a page was shown */
  upTo?: number | undefined;
  /** only orders that can be packed; applies in addition to `state` */
  canShip?: boolean | undefined;
  /** only orders with this tag */
  tag?: string | undefined;
  /** only these numbers, up to 500 */
  numbers?: readonly number[] | undefined;
};

/** An order of the list, with the values of its other columns. */
export type OrderMatch = OrderListRow &
  Pick<
    Row<"orders">,
    "shipping_method" | "promo_code" | "discount_reason" | "order_note" | "carrier" | "tracking" | "fulfilled_at"
  > & {
    /** the number of the order that it adds products to */
    adds_to: number | null;
  };

type Orders = ExpressionBuilder<Tables, "orders">;

/**
 * Matches the number of an order exactly, a text with an @ within emails, and any other text within
 * the searched texts of orders and as a SKU. A number that no order has is such a text.
 */
function holds(db: Db, eb: Orders, text: string) {
  const digits = /^(#?)(\d{1,9})$/.exec(text);
  if (!digits) return holdsText(db, eb, text);
  const number = Number(digits[2]);
  const isNumber = sql<boolean>`${eb.ref("orders.number")} in ${numbersTogether(number)}`;
  if (digits[1] === "#" || text.length < fewestDigits) return isNumber;
  const isTaken = eb.exists(eb.selectFrom("orders as o").select("o.id").where("o.number", "=", number));
  return eb.or([isNumber, eb.and([eb.not(isTaken), holdsText(db, eb, text)])]);
}

function holdsText(db: Db, eb: Orders, text: string) {
  // Each condition searches an index or a narrow table before it reads any order.
  if (text.includes("@"))
    return sql<boolean>`${eb.ref("orders.number")} in (select e.number from orders as e where e.email_norm like ${containing(text)} escape '\\')`;
  return eb("orders.id", "in", idsOfText(db, text));
}

const isCharged = sql<boolean>`exists (select 1 from ledger_entry as l
  where l.order_id = orders.id and l.account in ('gateway', 'manual') and l.amount > 0)`;
/** Whether money of an order came in, and not all of it was refunded or requested back. */
const isPaid = sql<boolean>`(select coalesce(sum(l.amount), 0) from ledger_entry as l
    where l.order_id = orders.id and l.account in ('gateway', 'manual'))
  > (select coalesce(sum(r.amount), 0) from order_refund as r where r.order_id = orders.id and r.state = 'requested')`;

/** Whether an order without a card awaits money, and ships before its payment (1) or after (0). */
const awaits = (shipsUnpaid: 0 | 1) =>
  sql<boolean>`exists (select 1 from order_means as m
    where m.order_id = orders.id and m.settled_at is null and m.ships_unpaid = ${sql.lit(shipsUnpaid)})`;

/** Whether an order still waits for money that was due by `time`, in ms. */
const wasDueBy = (time: number) =>
  sql<boolean>`orders.id in (select m.order_id from order_means as m where m.settled_at is null and m.due_at <= ${time})`;

/** Whether the staff has to pay a refund, since no gateway does it. */
const isToPayBack = sql<boolean>`orders.id in (select m.order_id from order_means as m
  join order_refund as r on r.order_id = m.order_id where r.state = 'requested')`;

/**
 * Whether an order's payment is disputed, and no member of the staff has acted on it since. The
 * kind is part of the text, so that the engine sees that the index of disputes covers it.
 */
const isNewlyDisputed = sql<boolean>`orders.id in (select d.order_id from order_event as d
  where d.kind = ${sql.lit(disputedKind)} and not exists (select 1 from order_event as e where e.order_id = d.order_id
  and e.at >= d.at and e.actor like 'staff:%'))`;

/**
 * Whether an order has shipped in part, or has a line besides gifts that was neither taken out nor
 * refunded.
 */
const isToSend = sql<boolean>`(orders.shipment_count > 0 or exists (select 1 from order_line as l
  where l.order_id = orders.id and l.gift = 0 and l.quantity
    > (select coalesce(sum(e.quantity), 0) from order_edit as e where e.order_id = l.order_id and e.line_id = l.id)
    + (select coalesce(sum(x.quantity), 0) from order_refund_line as x
      join order_refund as r on r.order_id = x.order_id and r.n = x.n
      where x.order_id = l.order_id and x.line_id = l.id and r.state <> 'withdrawn')))`;

const matching = (db: Db, { state, text, since, until, isPhone, dueBy, upTo, canShip, numbers, tag }: OrderSearch) =>
  db
    .selectFrom("orders")
    .$if(state === "requested", (query) => query.where(isRequestOpen))
    .$if(state === "address", (query) => query.where(asksForAddress))
    .$if(isReturnFilter(state), (query) => query.where(hasReturn(state as ReturnFilter)))
    // Placed, not on hold, paid, not requested to be canceled, and with something to send.
    .$if(state === "to-pack" || canShip === true, (query) =>
      query
        .where("state", "=", "placed")
        .where("hold_reason", "is", null)
        .where((eb) => eb.or([eb("cancelation_requested", "=", 0), eb("shipment_count", ">", 0)]))
        .where((eb) => eb.or([isPaid, eb("total", "=", 0), awaits(1)]))
        .where((eb) => eb.not(awaits(0)))
        .where(isToSend),
    )
    .$if(state === "refunded", (query) =>
      query
        .where("state", "=", "placed")
        .where(isCharged)
        .where((eb) => eb.or([eb.not(isPaid), eb.not(isToSend)])),
    )
    .$if(state === "unpaid", (query) => query.where((eb) => eb.or([awaits(0), awaits(1)])))
    .$if(state === "pay-back", (query) => query.where(isToPayBack))
    .$if(state === "held", (query) => query.where("state", "=", "placed").where("hold_reason", "is not", null))
    .$if(state === "disputed", (query) => query.where(isNewlyDisputed))
    .$if(state === "placed" || state === "canceled" || state === "fulfilled", (query) =>
      query.where("state", "=", state as OrderListRow["state"]),
    )
    .$if(since !== undefined, (query) => query.where("placed_at", ">=", since ?? 0))
    .$if(until !== undefined, (query) => query.where("placed_at", "<", until ?? 0))
    .$if(isPhone === true, (query) => query.where("taken_by", "is not", null))
    .$if(dueBy !== undefined, (query) => query.where(wasDueBy(dueBy ?? 0)))
    .$if(upTo !== undefined, (query) => query.where("number", "<=", upTo ?? 0))
    .$if(tag !== undefined, (query) =>
      query.where(
        "orders.id",
        "in",
        db
          .selectFrom("order_tag")
          .select("order_id")
          .where("tag", "=", tag ?? ""),
      ),
    )
    .$if(numbers !== undefined, (query) => query.where("number", "in", numbers?.length ? numbers : [0]))
    .$if(text !== "", (query) => query.where((eb) => holds(db, eb as Orders, text)));

/** Matching orders, the newest or the oldest first, up to `limit`. */
export const findMatchingOrders = (db: Db, search: OrderSearch, limit: number): Promise<OrderMatch[]> =>
  matching(db, search)
    .select(listedColumns)
    .select(["shipping_method", "promo_code", "discount_reason", "order_note", "carrier", "tracking", "fulfilled_at"])
    .select(parentNumber.as("adds_to"))
    .$if(search.before !== undefined, (query) => query.where("number", search.oldestFirst ? ">" : "<", search.before ?? 0))
    .orderBy("number", search.oldestFirst ? "asc" : "desc")
    .limit(limit)
    .execute();

/** The numbers of matching orders; ignores `before`. */
export const findMatchingNumbers = async (db: Db, search: OrderSearch): Promise<number[]> =>
  (await matching(db, search).select("number").execute()).map(({ number }) => number);

export async function findHighestNumber(db: Db): Promise<number> {
  const { highest } = await db
    .selectFrom("orders")
    .select(({ fn }) => fn.max<number | null>("number").as("highest"))
    .executeTakeFirstOrThrow();
  return Number(highest ?? 0);
}

/** The number of matching orders, at most `most`; ignores `before`. */
export async function countMatchingOrders(db: Db, search: OrderSearch, most: number): Promise<number> {
  const orders = matching(db, search).select("orders.id").limit(most).as("found");
  const { count } = await db
    .selectFrom(orders)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** At most this many matching orders are read; with more matches, the latest may be missing. */
const mostAlike = 200;

/**
 * The latest orders whose email begins with a text in lower case, or whose searched texts contain
 * it. Reads no order that does not match.
 */
export async function findOrdersBeginning(db: Db, text: string, limit: number): Promise<string[]> {
  const exact = db.selectFrom("orders").select("id").where("email_norm", "=", text).orderBy("placed_at", "desc").limit(limit);
  const byEmail = db
    .selectFrom("orders")
    .select("id")
    .where((eb) => begins(db, eb.ref("email_norm"), text))
    .limit(mostAlike);
  const rows = [...(await exact.execute()), ...(await byEmail.execute())];
  if (!text.includes("@")) rows.push(...(await idsOfText(db, text).limit(mostAlike).execute()));
  if (rows.length === 0) return [];
  const latest = db
    .selectFrom("orders")
    .select("id")
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("number", "desc")
    .limit(limit);
  return (await latest.execute()).map(({ id }) => id);
}
