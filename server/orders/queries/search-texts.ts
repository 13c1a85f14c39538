import { sql } from "kysely";
import { isCodeBeginning, searchedCode } from "../../catalog/rules/search.ts";
import { begins } from "../../db/begins.ts";
import { containing } from "../../db/search-text.ts";
import type { Db } from "../../db/tables.ts";
import { foldedText } from "../../folded-text.ts";

/** The fewest digits of a number that is searched as more than an order's number. */
export const fewestDigits = 5;

/**
 * The patterns to look for: the typed text, and a code without its signs. Each is compared with all
 * orders, so patterns that find nothing more are left out.
 */
function patterns(text: string): string[] {
  const [folded, code] = [foldedText(text), searchedCode(text)];
  // A phone is often stored without the country's code.
  if (/^\d{7,}$/.test(code)) return [/^1\d{10}$/.test(code) ? code.slice(1) : code];
  const isWord = /\p{L}{4}/u.test(code);
  return isCodeBeginning(code) && !isWord && code !== folded ? [folded, code] : [folded];
}

/**
 * The ids of the orders in which a text stands as a part of a name, street, place, phone or
 * tracking number, or is a line's SKU or a long enough beginning of it.
 */
export function idsOfText(db: Db, text: string) {
  const code = searchedCode(text);
  const ofText = db
    .selectFrom("order_search as t")
    .select("t.order_id as id")
    .where(({ or }) => or(patterns(text).map((pattern) => sql<boolean>`t.text like ${containing(pattern)} escape '\\'`)));
  const variants = db
    .selectFrom("search_text as s")
    .select("s.id")
    .where("s.kind", "=", "code")
    .where(({ eb, ref }) => (isCodeBeginning(code) ? begins(db, ref("s.text"), code) : eb("s.text", "=", code)));
  return ofText.unionAll(db.selectFrom("order_line as l").select("l.order_id as id").where("l.variant_id", "in", variants));
}
