import { type Expression, type SqlBool, sql } from "kysely";
import { begins } from "../../db/begins.ts";
import { engineOf } from "../../db/engine.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { plainTerms, type SearchTerm } from "../rules/search.ts";

// A word has only letters and digits (rules/search.ts), so it contains no syntax of an engine's
// query language.
const joined = (terms: readonly SearchTerm[], prefix: (word: string) => string, and: string, or: string): string => {
  const all = (words: readonly string[]) => `(${words.map(prefix).join(and)})`;
  return terms.map((alternatives) => `(${alternatives.map(all).join(or)})`).join(and);
};
const fts5 = (terms: readonly SearchTerm[]): string => joined(terms, (word) => `"${word}" *`, " AND ", " OR ");
const tsquery = (terms: readonly SearchTerm[]): string => joined(terms, (word) => `'${word}':*`, " & ", " | ");

/**
 * The ids of the products in SQLite's search index. The position of an id is the product's number
 * in the index, which never changes.
 */
const numbered = new WeakMap<Db | Tx, string[]>();

async function idsByNumber(reader: Db | Tx): Promise<readonly string[]> {
  const ids = numbered.get(reader) ?? [""];
  numbered.set(reader, ids);
  const addedProducts = reader.selectFrom("product_search").select(["id", "product_id"]).where("id", ">=", ids.length);
  for (const { id, product_id } of await addedProducts.execute()) ids[id] = product_id;
  return ids;
}

/**
 * Splits ids that the database returns as one text. One text is several times faster than thousands
 * of rows.
 */
const split = (text: string | null | undefined): string[] => (text ? text.split(",") : []);

const matchingIn = {
  async sqlite(reader: Db | Tx, terms: readonly SearchTerm[]): Promise<string[]> {
    const query = sql<{ numbers: string | null }>`SELECT group_concat(rowid) AS numbers FROM product_words
      WHERE product_words MATCH ${fts5(terms)}`;
    const numbers = split((await query.execute(reader)).rows[0]?.numbers);
    const ids = numbers.length > 0 ? await idsByNumber(reader) : [];
    return numbers.map((number) => ids[Number(number)] ?? "");
  },
  async postgres(reader: Db | Tx, terms: readonly SearchTerm[]): Promise<string[]> {
    const query = sql<{ ids: string | null }>`SELECT string_agg(product_id, ',') AS ids FROM product_search
      WHERE words @@ ${tsquery(terms)}::tsquery`;
    return split((await query.execute(reader)).rows[0]?.ids);
  },
};

/**
 * Published products in which each word of the search begins a word of the name, brand, category or
 * an attribute's value; in any order.
 */
export const findMatching = async (reader: Db | Tx, terms: readonly SearchTerm[]): Promise<string[]> =>
  terms.length === 0 ? [] : await matchingIn[engineOf(reader)](reader, terms);

const oneMatchingIn = {
  sqlite: (terms: readonly SearchTerm[]) => sql`SELECT 1 FROM product_words WHERE product_words MATCH ${fts5(terms)} LIMIT 1`,
  postgres: (terms: readonly SearchTerm[]) => sql`SELECT 1 FROM product_search WHERE words @@ ${tsquery(terms)}::tsquery LIMIT 1`,
};

/** Whether any published product matches. */
export async function isKnown(reader: Db | Tx, terms: readonly SearchTerm[]): Promise<boolean> {
  const { rows } = await oneMatchingIn[engineOf(reader)](terms).execute(reader);
  return rows.length > 0;
}

/**
 * Published products with a variant on sale whose SKU or barcode is `code`, or optionally begins
 * with `code`.
 */
export async function findByCode(
  reader: Db | Tx,
  code: string,
  { begins: isBeginning }: { begins: boolean },
): Promise<{ id: string; isExact: boolean }[]> {
  const rows = await reader
    .selectFrom("search_text as s")
    .innerJoin("variant as v", "v.id", "s.id")
    .innerJoin("product as p", "p.id", "v.product_id")
    .select(["p.id", "s.text"])
    .where("s.kind", "=", "code")
    .where(({ eb, ref }) => (isBeginning ? begins(reader, ref("s.text"), code) : eb("s.text", "=", code)))
    .where("v.active", "=", 1)
    .where("p.published", "=", 1)
    .execute();
  return rows.map(({ id, text }) => ({ id, isExact: text === code }));
}

async function terms(reader: Db | Tx, letters: number, condition: Expression<SqlBool>): Promise<string[]> {
  const query = sql<{
    term: string;
  }>`SELECT term FROM search_word WHERE ${condition} AND length(term) >= ${letters} ORDER BY doc DESC`;
  return (await query.execute(reader)).rows.map(({ term }) => term);
}

const sameInitial = ([initial = ""]: string): Expression<SqlBool> =>
  sql`term >= ${initial} AND term < ${String.fromCodePoint((initial.codePointAt(0) ?? 0) + 1)}`;

/**
 * Yields indexed words that resemble `word`, in groups, the likelier group first. PostgreSQL
 * compares trigrams; SQLite reads its vocabulary, first the words with the same initial.
 */
export async function* wordsLike(reader: Db | Tx, word: string, letters: number): AsyncGenerator<string[]> {
  if (engineOf(reader) === "sqlite") {
    yield await terms(reader, letters, sameInitial(word));
    return yield await terms(reader, letters, sql`TRUE`);
  }
  const { rows } = await sql<{ term: string }>`SELECT near.term FROM search_near(${word}) AS near (term)
    WHERE EXISTS (SELECT 1 FROM product_search WHERE words @@ quote_literal(near.term)::tsquery)`.execute(reader);
  yield rows.map(({ term }) => term);
}

const someMatchingIn = {
  sqlite: (words: readonly string[], limit: number) => sql<{ product_id: string }>`SELECT product_id FROM product_search
    WHERE id IN (SELECT rowid FROM product_words WHERE product_words MATCH ${fts5(plainTerms(words))} LIMIT ${limit})`,
  postgres: (words: readonly string[], limit: number) => sql<{ product_id: string }>`SELECT product_id FROM product_search
    WHERE words @@ ${tsquery(plainTerms(words))}::tsquery LIMIT ${limit}`,
};

/** Up to `limit` matching products, in any order. */
export async function findSomeMatching(reader: Db | Tx, words: readonly string[], limit: number): Promise<string[]> {
  if (words.length === 0) return [];
  const { rows } = await someMatchingIn[engineOf(reader)](words, limit).execute(reader);
  return rows.map(({ product_id }) => product_id);
}
