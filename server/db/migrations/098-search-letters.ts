import { type Kysely, sql } from "kysely";
import type { Engine } from "./001-shop.ts";
import { remakeTriggers } from "./046-page-changes/remake.ts";
import { watched } from "./046-page-changes/watched.ts";
import { foldFunction } from "./098-search-letters/folding.ts";
import { foldedLetters } from "./098-search-letters/letters.ts";
import { searchedTexts } from "./098-search-letters/searched-texts.ts";
import { postgresWords, sqliteWords } from "./098-search-letters/words.ts";

/** A search finds a product by its barcode, and its page names it to search engines. */
const variantRules = (watched.variant ?? []).map((rule, at) =>
  at === 0 ? { ...rule, columns: [...rule.columns, "barcode"] } : rule,
);
const synonymRules = [{ subject: () => "'synonym'", columns: ["position", "words"] }];

/** So many are written at once. */
const batch = 1000;

type Letters = { search_letter: { letter: string; plain: string } };

/**
 * Letters count in a search as they do in slugs, for both engines and whoever writes: `Straße` is
 * `strasse`. The index of products is made again; SKUs, barcodes and names are found by `search_text`.
 */
export const searchLettersMigration = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const run = async (texts: readonly string[]) => {
      for (const text of texts) await sql.raw(text).execute(db);
    };
    const [integer, strict, unicode] = engine === "sqlite" ? ["INTEGER", " STRICT", ""] : ["BIGINT", "", ' COLLATE "C"'];
    await run([`CREATE TABLE search_letter (letter TEXT${unicode} PRIMARY KEY, plain TEXT NOT NULL)${strict}`]);
    const letters = foldedLetters();
    for (let at = 0; at < letters.length; at += batch)
      await (db as Kysely<Letters>)
        .insertInto("search_letter")
        .values(letters.slice(at, at + batch))
        .execute();
    await run([
      ...(engine === "sqlite" ? sqliteWords : [foldFunction, ...postgresWords]),
      ...searchedTexts(engine),
      `CREATE TABLE search_synonym (position ${integer} PRIMARY KEY, words TEXT NOT NULL)${strict}`,
      ...remakeTriggers(engine, "search_synonym", synonymRules),
      ...remakeTriggers(engine, "variant", variantRules),
    ]);
  },
});
