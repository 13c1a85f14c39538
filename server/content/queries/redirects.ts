import type { Db, NewRow, Row, Tx } from "../../db/tables.ts";

export const findRedirectsAt = (reader: Db | Tx, formers: readonly { path: string }[]): Promise<Row<"page_redirect">[]> =>
  reader
    .selectFrom("page_redirect")
    .selectAll()
    .where(
      "path",
      "in",
      formers.map(({ path }) => path),
    )
    .execute();

/** A redirect; locks its row until the transaction ends. */
export const lockRedirectRow = (tx: Tx, path: string): Promise<Row<"page_redirect"> | undefined> =>
  tx.selectFrom("page_redirect").selectAll().where("path", "=", path).forUpdate().executeTakeFirst();

/** Redirects in the order of their paths, from the first one after `after`. */
export const findRedirectRows = (reader: Db, after: string, limit: number): Promise<Row<"page_redirect">[]> =>
  reader.selectFrom("page_redirect").selectAll().where("path", ">", after).orderBy("path").limit(limit).execute();

export async function putRedirectRow(tx: Tx, row: NewRow<"page_redirect">): Promise<void> {
  const { path: _, ...values } = row;
  await tx
    .insertInto("page_redirect")
    .values(row)
    .onConflict((conflict) => conflict.column("path").doUpdateSet(values))
    .execute();
}

/** Changes the target of all redirects to one of `targets` into `target`. */
export async function retargetRedirects(tx: Tx, targets: readonly string[], target: string): Promise<void> {
  await tx.updateTable("page_redirect").set({ target }).where("target", "in", targets).execute();
}

/** The number of uses of a redirect since the last write, and the time of the last use. */
export type RedirectUse = { path: string; uses: number; usedAt: number };

/**
 * Adds uses in the order of paths, so that two processes never deadlock. Skips removed redirects.
 */
export async function addRedirectUses(tx: Tx, redirectUses: readonly RedirectUse[]): Promise<void> {
  for (const { path, uses, usedAt } of [...redirectUses].sort((one, other) => (one.path < other.path ? -1 : 1)))
    await tx
      .updateTable("page_redirect")
      .set((eb) => ({ uses: eb("uses", "+", uses), used_at: usedAt }))
      .where("path", "=", path)
      .execute();
}

export async function deleteRedirectRow(tx: Tx, path: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("page_redirect").where("path", "=", path).executeTakeFirst();
  return numDeletedRows === 1n;
}
