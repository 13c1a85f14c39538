import type { Db, Tx } from "../db/tables.ts";
import { notFound, type Outcome, ok } from "../outcome.ts";
import {
  deleteRedirectRow,
  findRedirectRow,
  findRedirectRows,
  lockRedirectRow,
  putRedirectRow,
  retargetRedirects,
} from "./queries/redirects.ts";
import { pathOf } from "./rules/link.ts";
import { collapsedTarget, type Redirect, redirectPath, redirectTarget } from "./rules/redirect.ts";

/** Where an address leads that no page has; undefined where it leads nowhere. */
export const findRedirect = async (reader: Db | Tx, path: string): Promise<string | undefined> =>
  (await findRedirectRow(reader, path))?.target;

/** Locked until the transaction ends. */
export async function lockRedirect(tx: Tx, path: string): Promise<Redirect | undefined> {
  const row = await lockRedirectRow(tx, path);
  return row && { path: row.path, target: row.target };
}

/** How often it has led somebody on, which browsers that remember it do not add to, and when it last did. */
export type ListedRedirect = Redirect & { uses: number; usedAt: number | null };

/** Those after `after`, by their old addresses. */
export const listRedirects = async (reader: Db, after: string, limit: number): Promise<ListedRedirect[]> =>
  (await findRedirectRows(reader, after, limit)).map(({ path, target, uses, used_at: usedAt }) => ({
    path,
    target,
    uses,
    usedAt,
  }));

/**
 * Lets an old address lead to a new one, over an earlier redirect of it. Chains are collapsed: those
 * that led to the old address lead to the new one too. Refuses a loop.
 */
export async function putRedirect(tx: Tx, typed: Redirect, now: number): Promise<Outcome<Redirect>> {
  const [path, target] = [redirectPath(typed.path), redirectTarget(typed.target)];
  if (!path.ok) return path;
  if (!target.ok) return target;
  const on = pathOf(target.value);
  const next = on === undefined ? undefined : await findRedirect(tx, on);
  const last = collapsedTarget({ path: path.value, target: target.value }, next);
  if (!last.ok) return last;
  await putRedirectRow(tx, { path: path.value, target: last.value, created_at: now });
  await retargetRedirects(tx, [path.value, path.value.slice(0, -1)], last.value);
  return ok({ path: path.value, target: last.value });
}

export const removeRedirect = async (tx: Tx, path: string): Promise<Outcome<object>> =>
  (await deleteRedirectRow(tx, path)) ? ok({}) : notFound;

/** A page has moved within the shop: what stood in the way of the redirect is removed first. */
export async function recordMove(tx: Tx, from: string, to: string, now: number): Promise<Outcome<Redirect>> {
  await deleteRedirectRow(tx, to);
  return await putRedirect(tx, { path: from, target: to }, now);
}
