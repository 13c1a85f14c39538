import type { Db, Tx } from "../db/tables.ts";
import { notFound, type Outcome, ok, refuse } from "../outcome.ts";
import {
  deleteRedirectRow,
  findRedirectRows,
  findRedirectsAt,
  lockRedirectRow,
  putRedirectRow,
  retargetRedirects,
} from "./queries/redirects.ts";
import { collapsedTarget, formerPaths, type Redirect, redirectPath, redirectTarget } from "./rules/redirect.ts";

/** Longer addresses lead nowhere. */
const longestAsked = 2000;

/**
 * The redirect of an address that no page has, under one of the names that it has in the shop, with where it leads:
 * parameters that are not part of the old address come along. Undefined where it leads nowhere.
 */
export async function findRedirect(reader: Db | Tx, addresses: readonly string[]): Promise<Redirect | undefined> {
  const former = addresses.filter((each) => each.length <= longestAsked).flatMap((address) => formerPaths(address));
  if (former.length === 0) return undefined;
  const rows = new Map((await findRedirectsAt(reader, former)).map(({ path, target }) => [path, target]));
  const found = former.find(({ path }) => rows.has(path));
  const target = found && rows.get(found.path);
  if (!found || target === undefined) return undefined;
  return { path: found.path, target: target.startsWith("/") && !/[?#]/.test(target) ? target + found.rest : target };
}

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
  if (!path.value.startsWith("/storefront/") && !target.value.startsWith("/"))
    return refuse("invalid", "An address outside /storefront/ can lead to a path of this shop only.");
  const next = target.value.startsWith("/") ? await findRedirect(tx, [target.value]) : undefined;
  const last = collapsedTarget({ path: path.value, target: target.value }, next?.target);
  if (!last.ok) return last;
  await putRedirectRow(tx, { path: path.value, target: last.value, created_at: now });
  await retargetRedirects(tx, [path.value, path.value.replace(/\/$/, "")], last.value);
  return ok({ path: path.value, target: last.value });
}

export const removeRedirect = async (tx: Tx, path: string): Promise<Outcome<object>> =>
  (await deleteRedirectRow(tx, path)) ? ok({}) : notFound;

/** A page has moved within the shop: what stood in the way of the redirect is removed first. */
export async function recordMove(tx: Tx, from: string, to: string, now: number): Promise<Outcome<Redirect>> {
  await deleteRedirectRow(tx, to);
  return await putRedirect(tx, { path: from, target: to }, now);
}
