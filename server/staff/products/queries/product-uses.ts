import { sql } from "kysely";
import type { Db, Tx } from "../../../db/tables.ts";

const variants = (id: string) => sql`(SELECT id FROM variant WHERE product_id = ${id})`;

/** What keeps a product from being deleted, in words, and the rows that refer to it. */
const references: readonly { words: string; rows: (id: string) => ReturnType<typeof sql> }[] = [
  { words: "it was ordered", rows: (id) => sql`order_line WHERE product_id = ${id}` },
  { words: "a payment holds units of it", rows: (id) => sql`attempt_reservation WHERE variant_id IN ${variants(id)}` },
  {
    words: "it had stock",
    rows: (id) => sql`stock_movement WHERE variant_id IN ${variants(id)} AND (units <> 0 OR kind <> 'initial')`,
  },
  { words: "it is on a count sheet", rows: (id) => sql`count_line WHERE variant_id IN ${variants(id)}` },
  { words: "it is in a cart", rows: (id) => sql`checkout_line WHERE variant_id IN ${variants(id)}` },
  { words: "a shopper saved it", rows: (id) => sql`favourite WHERE product_id = ${id}` },
  { words: "it has reviews", rows: (id) => sql`review WHERE product_id = ${id}` },
  { words: "a promo is for it", rows: (id) => sql`promo_product WHERE product_id = ${id}` },
  { words: "it is a gift", rows: (id) => sql`gift_rule_product WHERE product_id = ${id}` },
  { words: "a collection has it", rows: (id) => sql`collection_product WHERE product_id = ${id}` },
  { words: "a state has a rule for it", rows: (id) => sql`state_rule WHERE product_id = ${id}` },
];

/** Why a product can't be deleted, in words; empty if nothing refers to it. */
export async function findProductUses(reader: Db | Tx, id: string): Promise<string[]> {
  const uses: string[] = [];
  for (const { words, rows } of references) {
    const found = await sql`SELECT 1 FROM ${rows(id)} LIMIT 1`.execute(reader);
    if (found.rows.length > 0) uses.push(words);
  }
  return uses;
}
