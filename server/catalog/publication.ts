import type { Db, Tx } from "../db/tables.ts";
import { findPublished } from "./queries/publication.ts";

/**
 * `published`, `hidden` when its owner does not show it, or undefined when no product has this id.
 */
export async function publicationStatus(reader: Db | Tx, id: string): Promise<"published" | "hidden" | undefined> {
  const published = (await findPublished(reader, [id])).get(id);
  if (published === undefined) return undefined;
  return published ? "published" : "hidden";
}

/** Those of the ids that shoppers can see, in the order given. */
export async function publishedOf(reader: Db | Tx, ids: readonly string[]): Promise<string[]> {
  const published = await findPublished(reader, ids);
  return ids.filter((id) => published.get(id));
}
