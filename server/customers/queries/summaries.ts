import { type RawBuilder, sql } from "kysely";
import type { Db, Row } from "../../db/tables.ts";
import { foldedText } from "../../folded-text.ts";

export type CustomerSummary = Row<"customer_summary">;

/** The sort orders of the list. Each has an index that begins with `is_guest`. */
const orders = {
  newest: { by: "since", way: "DESC" },
  oldest: { by: "since", way: "ASC" },
  name: { by: "sorted_name", way: "ASC" },
  lastOrder: { by: "last_order_at", way: "DESC" },
  spent: { by: "spent", way: "DESC" },
  orders: { by: "order_count", way: "DESC" },
} as const satisfies Record<string, { by: keyof CustomerSummary; way: "ASC" | "DESC" }>;
export type CustomerSort = keyof typeof orders;

/** A page of the list, which begins after the customer with the key `after`, or at the first. */
export type CustomerPage = { sort: CustomerSort; after: string | undefined };

/** Narrows the list; an empty text or tag stands for all customers. */
export type CustomerSearch = {
  /** the beginning of an email or a name, in lower case */
  text: string;
  who: "" | "accounts" | "guests";
  /** a folded tag */
  tag: string;
  /** only the customers with these keys */
  keys?: readonly string[] | undefined;
};

type Condition = RawBuilder<boolean>;

/** The values of `is_guest`: 0 for accounts, 1 for guests. */
type Kind = 0 | 1;
const kinds: Readonly<Record<CustomerSearch["who"], readonly Kind[]>> = { "": [0, 1], accounts: [0], guests: [1] };
const isOf = (kind: Kind): Condition => sql`s.is_guest = ${sql.lit(kind)}`;

/** A condition on a row `s`, and a query that finds by index the persons of a kind who meet it. */
type Narrowing = { holds: Condition; people(kind: Kind, limit: number): RawBuilder<{ person: string }> };

/**
 * The most matching customers that a query sorts. If more match, it reads customers in the list's
 * order instead, until the page is full.
 */
const mostSorted = 4000;

/** The highest Unicode character. */
const last = "\u{10FFFF}";

/** Conditions that find a text, one for each searched column; a text with an `@` is an email. */
function textConditions(text: string): Condition[] {
  const folded = foldedText(text);
  const begins = (column: keyof CustomerSummary, start: string): Condition =>
    sql`(${sql.ref(`s.${column}`)} >= ${start} AND ${sql.ref(`s.${column}`)} < ${start + last})`;
  const email = begins("email_norm", text);
  return text.includes("@") ? [email] : [email, begins("folded_name", folded), begins("sorted_name", folded)];
}

const personsWhere = (kind: Kind, condition: Condition, limit: number) =>
  sql`SELECT person FROM (SELECT s.person FROM customer_summary s WHERE ${isOf(kind)} AND ${condition} LIMIT ${sql.lit(limit)}) AS found`;

const byText = (text: string): Narrowing => {
  const conditions = textConditions(text);
  const persons = (kind: Kind, limit: number) => conditions.map((condition) => personsWhere(kind, condition, limit));
  return {
    holds: sql`(${sql.join(conditions, sql` OR `)})`,
    people: (kind, limit) => sql`${sql.join(persons(kind, limit), sql` UNION `)}`,
  };
};

const byKeys = (keys: readonly string[]): Narrowing => {
  const holds: Condition = keys.length === 0 ? sql`FALSE` : sql`s.key IN (${sql.join(keys)})`;
  return { holds, people: (kind, limit) => sql`${personsWhere(kind, holds, limit)}` };
};

const byTag = (tag: string): Narrowing => ({
  holds: sql`EXISTS (SELECT 1 FROM customer_tag t WHERE t.person = s.person AND t.tag = ${tag})`,
  // The tags of guests belong to their emails, and the tags of accounts to their ids.
  people: (kind, limit) => sql`SELECT person FROM customer_tag
    WHERE tag = ${tag} AND person ${sql.raw(kind === 1 ? "LIKE" : "NOT LIKE")} '%@%' LIMIT ${sql.lit(limit)}`,
});

const narrowingsOf = ({ text, tag, keys }: CustomerSearch): Narrowing[] => [
  ...(keys === undefined ? [] : [byKeys(keys)]),
  ...(text === "" ? [] : [byText(text)]),
  ...(tag === "" ? [] : [byTag(tag)]),
];

const numberIn = async (db: Db, rows: RawBuilder<unknown>): Promise<number> =>
  Number((await sql<{ count: number }>`SELECT COUNT(*) AS count FROM (${rows}) AS counted`.execute(db)).rows[0]?.count ?? 0);

/** The first narrowing that at most `mostSorted` customers of a kind meet. */
async function fewOf(db: Db, kind: Kind, narrowings: readonly Narrowing[]): Promise<Narrowing | undefined> {
  for (const narrowing of narrowings)
    if ((await numberIn(db, narrowing.people(kind, mostSorted + 1))) <= mostSorted) return narrowing;
  return undefined;
}

type Reading = { conditions: readonly Condition[]; sorted: RawBuilder<unknown>; limit: number };

/** The first customers of a kind who match, read by a narrowing or in the order of an index. */
async function matchingOf(db: Db, kind: Kind, narrowings: readonly Narrowing[], { conditions, sorted, limit }: Reading) {
  const few = await fewOf(db, kind, narrowings);
  const others = narrowings.filter((each) => each !== few).map(({ holds }) => holds);
  // SQLite reads the tables of a cross join in the written order.
  const source = few
    ? sql`(${few.people(kind, mostSorted)}) AS few CROSS JOIN customer_summary s WHERE s.person = few.person AND ${isOf(kind)}`
    : sql`customer_summary s WHERE ${isOf(kind)}`;
  const more = [...conditions, ...others].map((condition) => sql` AND ${condition}`);
  return sql`SELECT * FROM (SELECT s.* FROM ${source}${sql.join(more, sql``)} ORDER BY ${sorted} LIMIT ${sql.lit(limit)}) AS ${sql.ref(`kind_${kind}`)}`;
}

/** The customers who match. Accounts and guests are read separately and then merged. */
async function matching(db: Db, search: CustomerSearch, reading: Reading): Promise<RawBuilder<CustomerSummary>> {
  const parts: RawBuilder<unknown>[] = [];
  for (const kind of kinds[search.who]) parts.push(await matchingOf(db, kind, narrowingsOf(search), reading));
  return sql`SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) AS s ORDER BY ${reading.sorted} LIMIT ${sql.lit(reading.limit)}`;
}

/** A page of the customers who match a search. */
export async function findSummaries(
  db: Db,
  search: CustomerSearch,
  { sort, after }: CustomerPage,
  limit: number,
): Promise<CustomerSummary[]> {
  const { by, way } = orders[sort];
  const column = sql.ref(`s.${by}`);
  const mark =
    after === undefined
      ? undefined
      : await db.selectFrom("customer_summary").select(by).where("key", "=", after).limit(1).executeTakeFirst();
  const beyond = sql.raw(way === "ASC" ? ">" : "<");
  const conditions: Condition[] = mark ? [sql`(${column}, s.key) ${beyond} (${Object.values(mark)[0]}, ${after})`] : [];
  const sorted = sql`${column} ${sql.raw(way)}, s.key ${sql.raw(way)}`;
  return (await (await matching(db, search, { conditions, sorted, limit })).execute(db)).rows;
}

/** How many customers match, up to `most`. */
export async function countSummaries(db: Db, search: CustomerSearch, most: number): Promise<number> {
  return await numberIn(db, await matching(db, search, { conditions: [], sorted: sql`s.since, s.key`, limit: most }));
}
