import { type Expression, type SqlBool, sql } from "kysely";
import { engineOf } from "../../db/engine.ts";
import type { Engine } from "../../db/migrations/001-shop.ts";
import type { Db, Tx } from "../../db/tables.ts";

// A word has only letters and digits (rules/search.ts), so it contains no syntax of an engine's
// query language.
const fts5 = (words: readonly string[]): string => words.map((word) => `"${word}" *`).join(" AND ");
const tsquery = (words: readonly string[]): string => words.map((word) => `'${word}':*`).join(" & ");

/** Products by their numbers in SQLite's index, which never change. */
const numbered = new WeakMap<Db | Tx, string[]>();

async function idsByNumber(reader: Db | Tx): Promise<readonly string[]> {
  const ids = numbered.get(reader) ?? [""];
  numbered.set(reader, ids);
  const added = reader.selectFrom("product_search").select(["id", "product_id"]).where("id", ">=", ids.length);
  for (const { id, product_id } of await added.execute()) ids[id] = product_id;
  return ids;
}

/** The result is one text: twenty thousand rows would take several times as long. */
const split = (text: string | null | undefined): string[] => (text ? text.split(",") : []);

const matchingIn = {
  async sqlite(reader: Db | Tx, words: readonly string[]): Promise<string[]> {
    const found = sql<{ numbers: string | null }>`SELECT group_concat(rowid) AS numbers FROM product_words
      WHERE product_words MATCH ${fts5(words)}`;
    const numbers = split((await found.execute(reader)).rows[0]?.numbers);
    const ids = numbers.length > 0 ? await idsByNumber(reader) : [];
    return numbers.map((number) => ids[Number(number)] ?? "");
  },
  async postgres(reader: Db | Tx, words: readonly string[]): Promise<string[]> {
    const found = sql<{ ids: string | null }>`SELECT string_agg(product_id, ',') AS ids FROM product_search
      WHERE words @@ ${tsquery(words)}::tsquery`;
    return split((await found.execute(reader)).rows[0]?.ids);
  },
};

/** Words to match on an engine; `noMatch` when one of them matches nothing. */
type WordsToMatch = { engine: Engine; words: readonly string[]; noMatch: boolean };

/**
 * Published products of which every word of the search begins a word of the name, brand, category
 * or an attribute's value, in no order.
 */
export const findMatching = async (reader: Db | Tx, { engine, words, noMatch }: WordsToMatch): Promise<string[]> =>
  noMatch ? [] : await matchingIn[engine](reader, words);

const someWordIn = {
  sqlite: (word: string) => sql`SELECT 1 FROM product_words WHERE product_words MATCH ${fts5([word])} LIMIT 1`,
  postgres: (word: string) => sql`SELECT 1 FROM product_search WHERE words @@ ${tsquery([word])}::tsquery LIMIT 1`,
};

/** True when some published product has a word that begins so. */
export async function isKnown(reader: Db | Tx, word: string): Promise<boolean> {
  const { rows } = await someWordIn[engineOf(reader)](word).execute(reader);
  return rows.length > 0;
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
 * Indexed words that `word` may be a misspelling of, the likelier first, in groups read one after
 * another. PostgreSQL compares trigrams; SQLite reads its vocabulary, words of the same initial
 * first.
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
    WHERE id IN (SELECT rowid FROM product_words WHERE product_words MATCH ${fts5(words)} LIMIT ${limit})`,
  postgres: (words: readonly string[], limit: number) => sql<{ product_id: string }>`SELECT product_id FROM product_search
    WHERE words @@ ${tsquery(words)}::tsquery LIMIT ${limit}`,
};

/** Up to `limit` of them, as they come. */
export async function findSomeMatching(reader: Db | Tx, words: readonly string[], limit: number): Promise<string[]> {
  if (words.length === 0) return [];
  const { rows } = await someMatchingIn[engineOf(reader)](words, limit).execute(reader);
  return rows.map(({ product_id }) => product_id);
}
