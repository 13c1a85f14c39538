import { type ExpressionBuilder, sql } from "kysely";
import { begins, beginsInLowerCase } from "../../db/begins.ts";
import type { Db, Row, Tables } from "../../db/tables.ts";

/** The place of a row in the list: when the account was created, and its id. */
export type CustomerMark = { at: number; id: string };

export type CustomerSearch = {
  /** trimmed and lower case: the beginning of an email, of a first or of a last name; empty: all */
  text: string;
  /** after this one, the newest first */
  before: CustomerMark | undefined;
};

const columns = ["id", "email", "first_name", "last_name", "created_at", "disabled_at", "email_verified", "demo"] as const;
export type ListedCustomer = Pick<Row<"customer">, (typeof columns)[number]>;

const escaped = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

function matches(eb: ExpressionBuilder<Tables, "customer">, text: string) {
  const like = `${escaped(text)}%`;
  const is = (column: ReturnType<typeof sql>) => sql<boolean>`${column} like ${like} escape '\\'`;
  if (text.includes("@")) return is(sql`${eb.ref("email_norm")}`);
  return eb.or([
    is(sql`${eb.ref("email_norm")}`),
    is(sql`lower(${eb.ref("last_name")})`),
    is(sql`lower(${eb.ref("first_name")} || ' ' || ${eb.ref("last_name")})`),
  ]);
}

/** Accounts, the newest first; erased ones have no email and no name. */
export const findCustomers = (db: Db, { text, before }: CustomerSearch, limit: number): Promise<ListedCustomer[]> =>
  db
    .selectFrom("customer")
    .select(columns)
    .$if(text !== "", (query) => query.where((eb) => matches(eb, text)))
    .$if(before !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb("created_at", "<", before?.at ?? 0),
          eb.and([eb("created_at", "=", before?.at ?? 0), eb("id", "<", before?.id ?? "")]),
        ]),
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** One of them. */
export const findListedCustomer = (db: Db, id: string): Promise<ListedCustomer | undefined> =>
  db.selectFrom("customer").select(columns).where("id", "=", id).executeTakeFirst();

/** Beyond so many that begin alike, the newest of all are not looked for. */
const mostAlike = 200;

/** Accounts whose email or name begins with a text in lower case, the newest first; by indexes alone. */
export const findCustomersBeginning = (db: Db, text: string, limit: number): Promise<ListedCustomer[]> => {
  const alike = db
    .selectFrom("customer")
    .select("id")
    .where((eb) =>
      eb.or([
        begins(db, eb.ref("email_norm"), text),
        beginsInLowerCase(db, eb.ref("last_name"), text),
        beginsInLowerCase(db, sql`first_name || ' ' || last_name`, text),
      ]),
    )
    .limit(mostAlike);
  return db
    .selectFrom("customer")
    .select(columns)
    .where("id", "in", db.selectFrom(alike.as("alike")).select("alike.id"))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
};
