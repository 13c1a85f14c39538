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

/** It stays as it is until the transaction ends. */
export const lockRedirectRow = (tx: Tx, path: string): Promise<Row<"page_redirect"> | undefined> =>
  tx.selectFrom("page_redirect").selectAll().where("path", "=", path).forUpdate().executeTakeFirst();

/** Those after `after` by their paths. */
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

/** All that led to one of `targets` lead to `target`. */
export async function retargetRedirects(tx: Tx, targets: readonly string[], target: string): Promise<void> {
  await tx.updateTable("page_redirect").set({ target }).where("target", "in", targets).execute();
}

/** How often a redirect has led somebody on since the last time, and when it last did. */
export type RedirectUse = { path: string; uses: number; usedAt: number };

/** In the order of their paths, so that two processes never wait for each other. One that is removed has none. */
export async function addRedirectUses(tx: Tx, counted: readonly RedirectUse[]): Promise<void> {
  for (const { path, uses, usedAt } of [...counted].sort((one, other) => (one.path < other.path ? -1 : 1)))
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
