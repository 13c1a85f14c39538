import type { Db } from "../../db/tables.ts";
import { transactOutcome } from "../../db/transaction.ts";
import { newId } from "../../ids.ts";
import { notFound, type Outcome, ok, refuse } from "../../outcome.ts";
import { staffPath } from "../paths.ts";
import { staffLists } from "./all.ts";
import { deleteView, findView, findViews, putView, renameViewRow, type SavedView } from "./queries/saved-views.ts";

/** The most views of one person and list. */
const mostViews = 30;
const longestQuery = 1000;

/** A person's saved views of a list, by name. */
export const listViews = (db: Db, staffId: string, list: string): Promise<SavedView[]> => findViews(db, { staffId, list });

/** The address of a view. */
const viewAddress = ({ list, query }: Pick<SavedView, "list" | "query">): string => {
  const path = staffLists.find(({ name }) => name === list)?.path ?? staffPath;
  return query === "" ? path : `${path}?${query}`;
};

/** The part of an address that a view keeps: without its page and its notice. */
function keptQuery(query: string): string {
  const parameters = new URLSearchParams(query);
  for (const name of ["before", "after", "notice", "removed", "undone"]) parameters.delete(name);
  return parameters.toString();
}

const nameless = refuse("invalid", "Give the view a name.");
const tooMany = refuse("limit_reached", "You have 30 views of this list. Remove one first.");
const tooLong = refuse("too_large", "This address is too long to be kept.");
const nameTaken = refuse("limit_reached", "You have a view of this name already.");

/** Saves an address of a list under a name; it replaces a view of the same name. */
export const saveView = (
  db: Db,
  { staffId, list, name, query }: { staffId: string; list: string; name: string; query: string },
  now: number,
): Promise<Outcome<{ address: string }>> =>
  transactOutcome<Outcome<{ address: string }>>(db, async (tx) => {
    const storedQuery = keptQuery(query);
    const trimmed = name.trim();
    if (trimmed === "") return nameless;
    if (storedQuery.length > longestQuery) return tooLong;
    const views = await findViews(tx, { staffId, list });
    if (views.length >= mostViews && !views.some((view) => view.name === trimmed)) return tooMany;
    await putView(tx, { id: newId(), staff_id: staffId, list, name: trimmed, query: storedQuery, created_at: now });
    return ok({ address: viewAddress({ list, query: storedQuery }) });
  });

/** Renames one of a person's own views. */
export const renameView = (
  db: Db,
  { staffId, id, name }: { staffId: string; id: string; name: string },
): Promise<Outcome<{ address: string }>> =>
  transactOutcome<Outcome<{ address: string }>>(db, async (tx) => {
    const view = await findView(tx, { staffId, id });
    if (!view) return notFound;
    if (name.trim() === "") return nameless;
    const others = await findViews(tx, { staffId, list: view.list });
    if (others.some((other) => other.id !== id && other.name === name.trim())) return nameTaken;
    await renameViewRow(tx, id, name.trim());
    return ok({ address: viewAddress(view) });
  });

/** Removes one of a person's own views. */
export const removeView = (db: Db, { staffId, id }: { staffId: string; id: string }): Promise<Outcome<{ address: string }>> =>
  transactOutcome<Outcome<{ address: string }>>(db, async (tx) => {
    const view = await findView(tx, { staffId, id });
    if (!view) return notFound;
    await deleteView(tx, id);
    return ok({ address: viewAddress({ ...view, query: "" }) });
  });
