import { type ExpressionBuilder, sql } from "kysely";
import { begins, beginsInLowerCase } from "../../db/begins.ts";
import { idsBeginning } from "../../db/search-text.ts";
import type { Db, Row, Tables } from "../../db/tables.ts";
import { foldedText } from "../../folded-text.ts";

export type CustomerSort = "newest" | "oldest" | "email";

/**
 * A page of the list: the accounts after the one with the id `after`, or from the first account on.
 */
export type CustomerPage = { sort: CustomerSort; after: string | undefined };

const columns = ["id", "email", "first_name", "last_name", "created_at", "disabled_at", "email_verified", "demo"] as const;
export type ListedCustomer = Pick<Row<"customer">, (typeof columns)[number]>;

/** At most this many matching accounts are read; with more matches, the newest may be missing. */
const mostAlike = 200;
/**
 * If more accounts than this match, they are not sorted; accounts are read in the list's order
 * instead until a page is full.
 */
const mostSorted = 2000;

const escaped = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

function matches(db: Db, eb: ExpressionBuilder<Tables, "customer">, text: string) {
  const is = (column: ReturnType<typeof sql>, start: string) => sql<boolean>`${column} like ${`${escaped(start)}%`} escape '\\'`;
  const email = is(sql`${eb.ref("email_norm")}`, text);
  if (text.includes("@")) return email;
  const name = foldedText(text);
  return eb.or([
    email,
    is(sql`lower(${eb.ref("last_name")})`, name),
    is(sql`lower(${eb.ref("first_name")} || ' ' || ${eb.ref("last_name")})`, name),
    eb("id", "in", idsBeginning(db, "customer", name)),
  ]);
}

/**
 * Up to `limit` ids of accounts whose email or name begins with a text in lower case, in any order.
 * Reads only indexes.
 */
const alike = (db: Db, text: string, limit: number) => {
  const customers = db
    .selectFrom("customer")
    .select("id")
    .where((eb) => {
      const email = begins(db, eb.ref("email_norm"), text);
      if (text.includes("@")) return email;
      const names = [eb.ref("last_name"), sql`first_name || ' ' || last_name`];
      return eb.or([email, ...names.map((name) => beginsInLowerCase(db, name, foldedText(text)))]);
    })
    .limit(limit);
  const folded = idsBeginning(db, "customer", foldedText(text)).limit(limit);
  return db
    .selectFrom(customers.as("alike"))
    .select("alike.id")
    .union(db.selectFrom(folded.as("folded")).select("folded.id"));
};

/** Whether at most `mostSorted` accounts begin with the text. */
async function isRare(db: Db, text: string): Promise<boolean> {
  const { count } = await db
    .selectFrom(alike(db, text, mostSorted + 1).as("found"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count) <= mostSorted;
}

/** The orders of the list. Each order has an index. */
const orders = {
  newest: { by: sql<string | number>`created_at`, way: "desc" },
  oldest: { by: sql<string | number>`created_at`, way: "asc" },
  email: { by: sql<string | number>`email_norm`, way: "asc" },
} as const;

/** A page of the accounts that match the text. Erased accounts have no email and no name. */
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
  const isFew = text !== "" && (await isRare(db, text));
  return await db
    .selectFrom("customer")
    .select(columns)
    .$if(isFew, (query) => query.where("id", "in", alike(db, text, mostSorted)))
    .$if(text !== "" && !isFew, (query) => query.where((eb) => matches(db, eb, text)))
    .$if(mark !== undefined, (query) => query.where(sql<boolean>`(${by}, id) ${beyond} (${mark?.value}, ${after})`))
    .orderBy(by, way)
    .orderBy("id", way)
    .limit(limit)
    .execute();
}

/** One account of the list. */
export const findListedCustomer = (db: Db, id: string): Promise<ListedCustomer | undefined> =>
  db.selectFrom("customer").select(columns).where("id", "=", id).executeTakeFirst();

/**
 * Accounts whose email or name begins with a text in lower case, the newest first. Reads only
 * indexes.
 */
export const findCustomersBeginning = (db: Db, text: string, limit: number): Promise<ListedCustomer[]> =>
  db
    .selectFrom("customer")
    .select(columns)
    .where("id", "in", alike(db, text, mostAlike))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
