import type { Db, Tx } from "../../db/tables.ts";

/**
 * The person whose data is exported or erased: an account, and all other data that was stored with
 * the email address. One of the two may be absent.
 */
export type DataSubject = {
  customerId: string | undefined;
  /** normalised; undefined if only the account counts */
  email: string | undefined;
};

/** A subject with the found data. */
export type SubjectRecords = DataSubject & {
  orders: readonly { id: string; number: number; state: string }[];
  checkoutIds: readonly string[];
  /** ids of the browsers that made the orders and checkouts */
  visitors: readonly string[];
};

const rowsOf = async (reader: Db | Tx, { customerId, email }: DataSubject) => {
  const orders = await reader
    .selectFrom("orders")
    .select(["id", "number", "state", "visitor", "checkout_id"])
    .where(({ eb, or }) =>
      or([...(customerId ? [eb("customer_id", "=", customerId)] : []), ...(email ? [eb("email_norm", "=", email)] : [])]),
    )
    .orderBy("number")
    .execute();
  const checkouts = await reader
    .selectFrom("checkout")
    .select(["id", "visitor"])
    .where(({ eb, fn, or }) =>
      or([
        ...(customerId ? [eb("customer_id", "=", customerId)] : []),
        ...(email ? [eb(fn<string>("lower", ["email"]), "=", email)] : []),
        ...(orders.length > 0
          ? [
              eb(
                "id",
                "in",
                orders.map(({ checkout_id }) => checkout_id),
              ),
            ]
          : []),
      ]),
    )
    .execute();
  return { orders, checkouts };
};

/** Finds the orders, checkouts and browsers of a person; empty for an unknown email. */
export async function findSubject(reader: Db | Tx, subject: DataSubject): Promise<SubjectRecords> {
  const { orders, checkouts } = await rowsOf(reader, subject);
  const sessions = subject.customerId
    ? await reader.selectFrom("session").select("visitor").where("customer_id", "=", subject.customerId).execute()
    : [];
  const visitors = [...orders, ...checkouts, ...sessions].flatMap(({ visitor }) => visitor ?? []);
  return {
    ...subject,
    orders: orders.map(({ id, number, state }) => ({ id, number, state })),
    checkoutIds: checkouts.map(({ id }) => id),
    visitors: [...new Set(visitors)],
  };
}

/** The attempts to pay these checkouts, in any state. */
export const attemptsOf = async (reader: Db | Tx, checkoutIds: readonly string[]) =>
  checkoutIds.length === 0
    ? []
    : await reader.selectFrom("attempt").select(["id", "snapshot"]).where("checkout_id", "in", checkoutIds).execute();
