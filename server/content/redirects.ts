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

/** The longest address for which a redirect is looked up. */
const longestAsked = 2000;

/**
 * The redirect of an address without a page; undefined if there is none. `addresses` are the
 * possible forms of the requested address. Parameters of the request that do not belong to the old
 * address are added to a target in this shop, unless the target has parameters or a fragment
 * itself.
 */
export async function findRedirect(reader: Db | Tx, addresses: readonly string[]): Promise<Redirect | undefined> {
  const former = addresses.filter((each) => each.length <= longestAsked).flatMap((address) => formerPaths(address));
  if (former.length === 0) return undefined;
  const rows = new Map((await findRedirectsAt(reader, former)).map(({ path, target }) => [path, target]));
  const address = former.find(({ path }) => rows.has(path));
  const target = address && rows.get(address.path);
  if (!address || target === undefined) return undefined;
  return { path: address.path, target: target.startsWith("/") && !/[?#]/.test(target) ? target + address.rest : target };
}

/** A redirect; locks its row until the transaction ends. */
export async function lockRedirect(tx: Tx, path: string): Promise<Redirect | undefined> {
  const row = await lockRedirectRow(tx, path);
  return row && { path: row.path, target: row.target };
}

/**
 * `uses` counts the uses of a redirect, and `usedAt` is the last use. A browser that remembers the
 * redirect is not counted.
 */
export type ListedRedirect = Redirect & { uses: number; usedAt: number | null };

/** Redirects in the order of their old addresses, from the first one after `after`. */
export const listRedirects = async (reader: Db, after: string, limit: number): Promise<ListedRedirect[]> =>
  (await findRedirectRows(reader, after, limit)).map(({ path, target, uses, used_at: usedAt }) => ({
    path,
    target,
    uses,
    usedAt,
  }));

/**
 * Redirects an old address to a new one and replaces its earlier redirect. Redirects to the old
 * address then lead to the new one too. Refuses a loop.
 */
export async function putRedirect(tx: Tx, redirect: Redirect, now: number): Promise<Outcome<Redirect>> {
  const path = redirectPath(redirect.path);
  const target = redirectTarget(redirect.target);
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

/** Redirects a page's old address after a move. Removes a redirect of the new address first. */
export async function recordMove(tx: Tx, from: string, to: string, now: number): Promise<Outcome<Redirect>> {
  await deleteRedirectRow(tx, to);
  return await putRedirect(tx, { path: from, target: to }, now);
}
