/** SQL: who a row of orders belongs to: an account's id, or a guest's email. */
export const buyerOf = (row: string): string => `COALESCE(${row}.customer_id, ${row}.email_norm)`;

const values = (...people: readonly string[]): string => people.map((person) => `SELECT ${person} AS person`).join(" UNION ");

/** SQL: the guest of a changed delivery address. */
const guestOfAddress = `SELECT email_norm AS person FROM orders
  WHERE id = NEW.order_id AND customer_id IS NULL AND NEW.kind = 'shipping'`;

/** A change after which rows are written anew, and SQL of the people whose rows they are. */
export type Cause = { table: string; on: string; people: string };

/** The changes that concern more than what somebody spent. */
export const causes: readonly Cause[] = [
  { table: "customer", on: "INSERT", people: values("NEW.id", "NEW.email_norm") },
  {
    table: "customer",
    on: "UPDATE OF email, email_norm, email_verified, disabled_at, first_name, last_name, created_at",
    people: values("NEW.id", "OLD.email_norm", "NEW.email_norm"),
  },
  { table: "customer", on: "DELETE", people: values("OLD.id", "OLD.email_norm") },
  { table: "orders", on: "INSERT", people: values(buyerOf("NEW")) },
  {
    table: "orders",
    on: "UPDATE OF customer_id, email, email_norm, placed_at, email_confirmed_at",
    people: values(buyerOf("OLD"), buyerOf("NEW")),
  },
  { table: "order_address", on: "INSERT", people: guestOfAddress },
  { table: "order_address", on: "UPDATE OF first_name, last_name", people: guestOfAddress },
];

/** The changes of `sale_entry` that concern sums; a change of its state is none of them. */
export const changedSums = "UPDATE OF products, discount, shipping, tax";

const nameOf = ({ table, on }: Cause): string => `customer_stale_after_${table}_${on.split(" ")[0]?.toLowerCase()}`;

/** The name of a cause's trigger, its head, and SQL that notes the people as of a transaction. */
export const triggerOf = (cause: Cause, tx: string) => ({
  name: nameOf(cause),
  head: `CREATE TRIGGER ${nameOf(cause)} AFTER ${cause.on} ON ${cause.table}`,
  note: `INSERT INTO customer_stale (tx, person) SELECT ${tx}, person FROM (${cause.people}) AS changed WHERE person <> ''
     ON CONFLICT DO NOTHING`,
});
