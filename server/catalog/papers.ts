import type { Db, Tx } from "../db/tables.ts";
import { isPaperKey } from "../media/papers.ts";
import { invalidFields, notFound, type Outcome, ok } from "../outcome.ts";
import { lockProduct } from "./product-record.ts";
import { findPapers, findPapersByKey, replacePapers } from "./queries/papers.ts";
import { currentPapers, longestLot, longestTitle, mostPapers, type PaperFields, type ProductPapers } from "./rules/papers.ts";

/** The papers of a product. Locks the product's rows until the transaction ends. */
export async function readPapers(tx: Tx, id: string): Promise<ProductPapers | undefined> {
  if (!(await lockProduct(tx, id))) return undefined;
  return { papers: (await findPapers(tx, [id])).get(id) ?? [] };
}

function faultOf(papers: readonly PaperFields[]): string | undefined {
  if (papers.length > mostPapers) return `A product can have up to ${mostPapers} papers.`;
  if (papers.some(({ title }) => title === "")) return "Give each paper a title.";
  if (papers.some(({ title }) => title.length > longestTitle)) return `A title can have up to ${longestTitle} characters.`;
  if (papers.some(({ lot }) => lot.length > longestLot)) return `A lot can have up to ${longestLot} characters.`;
  return papers.some(({ key }) => !isPaperKey(key)) ? "A paper has no file." : undefined;
}

/** Replaces the papers of a product. The files of removed papers stay stored, since orders keep them. */
export async function writePapers(tx: Tx, id: string, { papers }: ProductPapers): Promise<Outcome<object>> {
  if (!(await lockProduct(tx, id))) return notFound;
  const fault = faultOf(papers);
  if (fault !== undefined) return invalidFields([{ field: "papers", message: fault }]);
  await replacePapers(tx, id, papers);
  return ok({});
}

/** The papers that shoppers see, by product id; products without papers are left out. */
export async function shownPapers(reader: Db | Tx, productIds: readonly string[]): Promise<Map<string, PaperFields[]>> {
  const papers = await findPapers(reader, productIds);
  return new Map([...papers].map(([id, all]) => [id, currentPapers(all)]));
}

/** The name of a paper's file if a published product shows the paper; otherwise undefined. */
export async function publicPaperName(db: Db, key: string): Promise<string | undefined> {
  const published = (await findPapersByKey(db, key)).filter((paper) => paper.published === 1);
  const shown = await shownPapers(
    db,
    published.map(({ productId }) => productId),
  );
  return [...shown.values()].flat().find((paper) => paper.key === key)?.fileName;
}

/** The name of a paper's file if any product has the paper. */
export const paperName = async (db: Db, key: string): Promise<string | undefined> =>
  (await findPapersByKey(db, key))[0]?.fileName;
