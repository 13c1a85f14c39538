import type { Request } from "express";
import { readLine } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { staffCollectionsPath, staffPagesPath, staffProductsPath, staffRolesPath, staffRulesPath } from "../paths.ts";
import type { HistoryEntry } from "./history-page.ts";
import { historyOf } from "./history-routes.ts";
import type { RecordKind } from "./records.ts";
import type { RecordFields } from "./rules/record-changes.ts";

/**
 * The most characters of a kind and an id together. The id of a redirect is its address, which has
 * up to 300 characters.
 */
const longest = 320;

/** A list's address that names the removed record and offers its undo. */
export const pathAfterRemoval = (list: string, { kind }: { kind: string }, id: string): string =>
  `${list}?${new URLSearchParams({ notice: "removed", removed: `${kind}:${id}` })}`;

/** The lists that offer the undo of a removal, by the kind of the removed record. */
const lists: Readonly<Record<string, string>> = {
  product: staffProductsPath,
  collection: staffCollectionsPath,
  "staff role": staffRolesPath,
  banner: staffPagesPath,
  page: staffPagesPath,
  redirect: staffPagesPath,
  promo: staffRulesPath("promos"),
  "shipping zone": staffRulesPath("zones"),
  "shipping method": staffRulesPath("methods"),
  tax: staffRulesPath("taxes"),
  "gift rule": staffRulesPath("gifts"),
  "payment method": staffRulesPath("means"),
};

/** The address at which a record's removal can be undone; undefined if its kind has no such undo. */
export function undoOfRemovalPath(kind: string, id: string): string | undefined {
  const list = lists[kind];
  return list === undefined ? undefined : pathAfterRemoval(list, { kind }, id);
}

/** The history of a record of this kind that was just removed; empty if no record was removed. */
export async function removedHistoryOf<Fields extends RecordFields>(
  shop: Pick<Shop, "db" | "dates">,
  req: Request,
  kind: RecordKind<Fields>,
): Promise<HistoryEntry[]> {
  const removed = readLine(req.query.removed, longest);
  const prefix = `${kind.kind}:`;
  return removed.startsWith(prefix) ? await historyOf(shop, req, kind, removed.slice(prefix.length)) : [];
}
