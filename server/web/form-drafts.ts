import type { Request, RequestHandler } from "express";
import { deleteBefore } from "../db/batches.ts";
import type { Db, Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { retention } from "../retention.ts";
import { isNative } from "./respond.ts";

/** The values typed into a form, and the path of the call to which the form is sent. */
export type FormDraft = { form: string; typed: Record<string, string> };
type FormInput = { form: string; typed: Record<string, unknown> };

declare global {
  namespace Express {
    interface Request {
      /**
       * keeps a form for the page at `path` until its visitor has signed in again; `draft` is this
       * request's native form unless given
       */
      saveDraft: (path: string, draft?: FormInput) => Promise<void>;
      /** finds the draft for the page at `path` */
      findDraft: (path: string) => Promise<FormDraft | undefined>;
      /** deletes the draft once the page has shown it */
      deleteDraft: (path: string) => Promise<void>;
    }
  }
}

/**
 * Limits for one visitor; the second is in characters of JSON, more than any of our forms needs.
 */
const mostDrafts = 10;
const mostCharacters = 10_000;

/**
 * Whether a field is kept. Secrets, card data and values that each new page sets itself are not.
 */
const isKept = (name: string): boolean =>
  !/^_|password|token|^card|^expiration|^security|^checkoutId$|^quote$|^formKey$|^work$|^next$/i.test(name);

const nativeForm = (req: Request) => (isNative(req) ? { form: req.path, typed: req.typed ?? {} } : undefined);

const draftValues = (typed: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typed).filter((entry): entry is [string, string] => typeof entry[1] === "string" && isKept(entry[0])),
  );

/**
 * Gives each request its visitor's drafts, so that a form is not lost at the end of its session,
 * also without scripts. A draft is shown once, only to a customer, on the page of its form.
 */
export const formDrafts = ({ db, now }: { db: Db; now: () => number }): RequestHandler => {
  return (req, res, next) => {
    req.saveDraft = async (path, draft = nativeForm(req)) => {
      const typedValues = draftValues(draft?.typed ?? {});
      const text = JSON.stringify(typedValues);
      if (!draft || Object.keys(typedValues).length === 0 || text.length > mostCharacters) return;
      // No page's address contains a NUL, and no column of PostgreSQL can hold a NUL.
      if (`${path}${draft.form}`.includes("\u0000")) return;
      await putDraft(db, {
        visitor: req.remember(res),
        path,
        form: draft.form,
        typed: text,
        expires_at: now() + retention.formDraft,
      });
    };
    req.findDraft = async (path) => {
      const { id, customerId } = req.visitor;
      if (id === undefined || customerId === undefined || req.method !== "GET") return undefined;
      const row = await findDraftRow(db, id, path, now());
      return row && { form: row.form, typed: JSON.parse(row.typed) as Record<string, string> };
    };
    req.deleteDraft = async (path) => {
      const { id = "" } = req.visitor;
      await db.deleteFrom("form_draft").where("visitor", "=", id).where("path", "=", path).execute();
    };
    next();
  };
};

const findDraftRow = (db: Db, visitor: string, path: string, now: number) =>
  db
    .selectFrom("form_draft")
    .select(["form", "typed"])
    .where("visitor", "=", visitor)
    .where("path", "=", path)
    .where("expires_at", ">", now)
    .executeTakeFirst();

type DraftRow = { visitor: string; path: string; form: string; typed: string; expires_at: number };

/** Replaces the page's earlier draft; a visitor with many drafts keeps only the latest. */
const putDraft = (db: Db, { visitor, path, ...rest }: DraftRow): Promise<void> =>
  transact(db, async (tx) => {
    const drafts = await tx.selectFrom("form_draft").select("path").where("visitor", "=", visitor).execute();
    if (drafts.length >= mostDrafts) await tx.deleteFrom("form_draft").where("visitor", "=", visitor).execute();
    await tx
      .insertInto("form_draft")
      .values({ visitor, path, ...rest })
      .onConflict((conflict) => conflict.columns(["visitor", "path"]).doUpdateSet(rest))
      .execute();
  });

/** Moves drafts to the visitor's new id; `newPath` returns the new address of a draft's page. */
export async function moveDrafts(tx: Tx, from: string, to: string, newPath: (path: string) => string): Promise<void> {
  const drafts = await tx.selectFrom("form_draft").selectAll().where("visitor", "=", from).execute();
  if (drafts.length === 0) return;
  await tx.deleteFrom("form_draft").where("visitor", "=", from).execute();
  for (const draft of drafts)
    await tx
      .insertInto("form_draft")
      .values({ ...draft, visitor: to, path: newPath(draft.path) })
      .onConflict((conflict) => conflict.columns(["visitor", "path"]).doNothing())
      .execute();
}

/** Deletes the drafts that have expired by `now`. */
export const deleteExpiredDrafts = (db: Db, now: number): Promise<number> =>
  deleteBefore(db, { table: "form_draft", by: "expires_at" }, now);
