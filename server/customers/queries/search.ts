import { type ExpressionBuilder, sql } from "kysely";
import { begins, beginsInLowerCase } from "../../db/begins.ts";
import type { Db, Row, Tables } from "../../db/tables.ts";

export type CustomerSort = "newest" | "oldest" | "email";

/** Which of the list: those after the one with the id `after`, from the first on without it. */
export type CustomerPage = { sort: CustomerSort; after: string | undefined };

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

/** Each has an index that is read in its order. */
const orders = {
  newest: { by: sql<string | number>`created_at`, way: "desc" },
  oldest: { by: sql<string | number>`created_at`, way: "asc" },
  email: { by: sql<string | number>`email_norm`, way: "asc" },
} as const;

/** Accounts that match; erased ones have no email and no name. */
export async function findCustomers(
  db: Db,
  text: string,
  { sort, after }: CustomerPage,
  limit: number,
): Promise<ListedCustomer[]> {
  const { by, way } = orders[sort];
  const mark =
    after === undefined
      ? undefined
      : await db.selectFrom("customer").select(by.as("value")).where("id", "=", after).executeTakeFirst();
  const beyond = way === "asc" ? sql`>` : sql`<`;
  return await db
    .selectFrom("customer")
    .select(columns)
    .$if(text !== "", (query) => query.where((eb) => matches(eb, text)))
    .$if(mark !== undefined, (query) => query.where(sql<boolean>`(${by}, id) ${beyond} (${mark?.value}, ${after})`))
    .orderBy(by, way)
    .orderBy("id", way)
    .limit(limit)
    .execute();
}

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
