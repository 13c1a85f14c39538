import { longestTitle, type PaperFields } from "../../catalog/rules/papers.ts";
import { transactOutcome } from "../../db/transaction.ts";
import { newShortId } from "../../ids.ts";
import { paperFileName, storePaper } from "../../media/papers.ts";
import { notFound, type Outcome, ok } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import type { AuditSource } from "../records/audit.ts";
import { changeRecord } from "../records/records.ts";
import { papersKind } from "./paper-kind.ts";

type NewPaper = {
  file: { name: string; bytes: Buffer };
  typed: Pick<PaperFields, "title" | "lot" | "isCurrent">;
  /** the id of the paper that the file replaces; empty to add a paper */
  replaces: string;
};

/**
 * Stores a PDF and adds it to a product, or replaces a paper by it. An empty title stands for the
 * replaced paper's title, or for the file's name.
 */
export async function addPaper(
  { db, media }: Pick<Shop, "db" | "media">,
  productId: string,
  { file: { name, bytes }, typed, replaces }: NewPaper,
  source: AuditSource,
  now: number,
): Promise<Outcome<object>> {
  const stored = await storePaper(bytes, media);
  if (!stored.ok) return { ...stored, error: `${name}: ${stored.error}.` };
  const fileName = paperFileName(name);
  return await transactOutcome<Outcome<object>>(db, async (tx) => {
    const saved = await papersKind.read(tx, productId);
    const replaced = saved?.papers.find(({ id }) => id === replaces);
    if (!saved || (replaces !== "" && !replaced)) return notFound;
    const title = typed.title || replaced?.title || fileName.replace(/\.pdf$/, "").slice(0, longestTitle);
    const file = { key: stored.value, fileName, bytes: bytes.length, addedAt: now };
    const paper = { id: replaced?.id ?? newShortId(), ...typed, title, ...file };
    const fields = { papers: [...saved.papers.filter((each) => each !== replaced), paper] };
    const action = replaced ? "paper replaced" : "paper added";
    const changed = await changeRecord(tx, papersKind, { id: productId, saved, fields, action }, source, now);
    return changed.ok ? ok({}) : changed;
  });
}
