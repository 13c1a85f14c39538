import type { Engine } from "../../engine.ts";
import { folded } from "../001-base/folding.ts";

/**
 * SQL: whether an account's holder has shown to receive its emails, so that orders by its email are
 * the holder's.
 */
export const isProven = (customer: string): string => `${customer}.email_verified = 1 AND ${customer}.disabled_at IS NULL`;

/** SQL: what the orders of a query brought in, less what went back, as the reports count it. */
export const spentOn = (orders: string): string => `(SELECT COALESCE(-SUM(l.amount), 0) FROM ${orders} o
  JOIN ledger_entry l ON l.order_id = o.id WHERE l.account IN ('revenue', 'discount', 'shipping', 'tax'))`;

const ordersOfAccount = `(SELECT id, placed_at FROM orders WHERE customer_id = c.id
  UNION ALL SELECT id, placed_at FROM orders WHERE customer_id IS NULL AND email_norm = c.email_norm AND ${isProven("c")})`;

const ofAccount = (sum: string): string => `(SELECT COALESCE(SUM(b.${sum}), 0) FROM buyer_sum b
  WHERE b.buyer IN (c.id, CASE WHEN ${isProven("c")} THEN c.email_norm END))`;

/** SQL: one end of the orders that guests with an email placed, read from the index for it. */
const endOf = (end: "MIN" | "MAX", column: "number" | "placed_at", email: string): string =>
  `(SELECT ${end}(${column}) FROM orders INDEXED BY guest_orders_by_${column} WHERE customer_id IS NULL AND email_norm = ${email})`;

/** SQL: the sums of an account `c`. */
const accountSums: Readonly<Record<Engine, string>> = {
  sqlite: `${ofAccount("order_count")} AS order_count,
    MAX(COALESCE((SELECT MAX(placed_at) FROM orders WHERE customer_id = c.id), 0),
      COALESCE(CASE WHEN ${isProven("c")} THEN ${endOf("MAX", "placed_at", "c.email_norm")} END, 0)) AS last_order_at,
    ${ofAccount("spent")} AS spent`,
  postgres: `(SELECT COUNT(*) FROM ${ordersOfAccount} o) AS order_count,
    (SELECT COALESCE(MAX(o.placed_at), 0) FROM ${ordersOfAccount} o) AS last_order_at,
    ${spentOn(ordersOfAccount)} AS spent`,
};

/** SQL: accounts, and the orders that they or guests with their emails placed. */
export const accounts = (engine: Engine, are: string): string => `SELECT c.id AS key, c.id AS customer_id, 0 AS is_guest,
    c.email, c.email_norm, c.first_name, c.last_name, c.created_at AS since, ${accountSums[engine]}
  FROM customer c WHERE c.email <> '' AND c.id ${are}`;

/** SQL: the sums of guests. A row of an account's own orders has no number of a guest's order. */
const guestSums: Readonly<Record<Engine, (are: string) => string>> = {
  sqlite: (are) => `SELECT b.buyer AS email_norm, b.order_count, b.confirmed_count, b.spent,
      ${endOf("MIN", "number", "b.buyer")} AS first_number, ${endOf("MAX", "number", "b.buyer")} AS last_number,
      ${endOf("MIN", "placed_at", "b.buyer")} AS since, ${endOf("MAX", "placed_at", "b.buyer")} AS last_order_at
    FROM buyer_sum b WHERE b.buyer ${are}`,
  postgres: (
    are,
  ) => `SELECT s.*, ${spentOn("(SELECT id FROM orders WHERE customer_id IS NULL AND email_norm = s.email_norm)")} AS spent
    FROM (
      SELECT email_norm, MIN(number) AS first_number, MAX(number) AS last_number, COUNT(*) AS order_count,
        MIN(placed_at) AS since, MAX(placed_at) AS last_order_at, COUNT(email_confirmed_at) AS confirmed_count
      FROM orders WHERE customer_id IS NULL AND email_norm <> '' AND email_norm ${are} GROUP BY email_norm
    ) s`,
};

/** SQL: guests with a confirmed email that no account has proven, named as on their latest order. */
export const guests = (
  engine: Engine,
  are: string,
): string => `SELECT 'guest-' || g.first_number AS key, NULL AS customer_id, 1 AS is_guest, latest.email, g.email_norm,
    COALESCE(a.first_name, '') AS first_name, COALESCE(a.last_name, '') AS last_name, g.since, g.order_count, g.last_order_at, g.spent
  FROM (${guestSums[engine](are)}) g
  JOIN orders latest ON latest.number = g.last_number
  LEFT JOIN order_address a ON a.order_id = latest.id AND a.kind = 'shipping'
  WHERE g.confirmed_count > 0
    AND NOT EXISTS (SELECT 1 FROM customer c WHERE c.email_norm = g.email_norm AND ${isProven("c")})`;

/** SQL that writes the rows of these people. */
export const insertOf = (engine: Engine, people: string): string => `INSERT INTO customer_summary
    (person, key, customer_id, is_guest, email, email_norm, name, folded_name, sorted_name, since, order_count, last_order_at, spent)
  SELECT COALESCE(customer_id, email_norm), key, customer_id, is_guest, email, email_norm, full_name, ${folded[engine]("full_name")},
    CASE WHEN reversed_name = '' THEN email_norm ELSE ${folded[engine]("reversed_name")} END, since, order_count, last_order_at, spent
  FROM (
    SELECT person.*, trim(first_name || ' ' || last_name) AS full_name, trim(last_name || ' ' || first_name) AS reversed_name
    FROM (${people}) AS person
  ) AS named`;

/**
 * Statements that write the rows of people anew. The two texts compare a column with the people,
 * each of whom is an account's id or an email, and with the ids of all their accounts.
 */
export const renewal = (engine: Engine, arePeople: string, areAccounts: string): string[] => [
  `DELETE FROM customer_summary WHERE person ${arePeople} OR person ${areAccounts}`,
  insertOf(engine, accounts(engine, areAccounts)),
  insertOf(engine, guests(engine, arePeople)),
];
