import { compiled } from "../../db/compiled.ts";
import { insertion } from "../../db/insertion.ts";
import type { Db, Tx } from "../../db/tables.ts";
import type { Cents } from "../../money.ts";
import type { QuotedTotal, QuoteTerms } from "../rules/terms.ts";

/** A quote: the total (in cents) and the terms that a page showed, with an id. */
export type Quote = QuotedTotal & { id: string };

const select = (reader: Db | Tx, checkoutId: string) =>
  reader.selectFrom("quote").select(["id", "total", "terms"]).where("checkout_id", "=", checkoutId);

type QuoteColumns = { id: string; total: Cents; terms: string | null };

const toQuote = ({ id, total, terms }: QuoteColumns): Quote => ({
  id,
  total,
  terms: terms === null ? undefined : (JSON.parse(terms) as QuoteTerms),
});

const quoteRows = compiled((reader, [checkoutId = "", id = ""]) => select(reader, checkoutId).where("id", "=", id));

/** A quote; undefined for a quote of another checkout. */
export async function findQuote(reader: Db | Tx, checkoutId: string, id: string): Promise<Quote | undefined> {
  const [row] = await quoteRows(reader, [checkoutId, id]);
  return row && toQuote(row);
}

type QuoteQuery = { checkoutId: string; at: number; currentId: string | undefined };

/**
 * The quote last shown before `at`. A press on Pay agrees to what its page showed, not to later
 * quotes. If two quotes have the same millisecond, the checkout's current quote is the later one.
 */
export async function findShownQuote(reader: Db | Tx, { checkoutId, at, currentId }: QuoteQuery): Promise<Quote | undefined> {
  const rows = await select(reader, checkoutId).select("at").where("at", "<=", at).orderBy("at", "desc").limit(2).execute();
  const [first] = rows;
  const last = rows.find((row) => row.id === currentId && row.at === first?.at) ?? first;
  return last && toQuote(last);
}

type NewQuote = Quote & { checkoutId: string; breakdown: unknown };

const insertQuotes = insertion("quote");
const setQuoteId = compiled((tx, [quoteId = "", checkoutId = ""]) =>
  tx.updateTable("checkout").set({ quote_id: quoteId }).where("id", "=", checkoutId),
);

/** Stores a quote as the checkout's current quote. */
export async function insertQuote(tx: Tx, { id, checkoutId, total, breakdown, terms }: NewQuote, now: number): Promise<void> {
  const texts = { breakdown: JSON.stringify(breakdown), terms: terms ? JSON.stringify(terms) : null };
  await insertQuotes(tx, [{ id, checkout_id: checkoutId, total, ...texts, at: now }]);
  await setQuoteId(tx, [id, checkoutId]);
}
