import type { Request, Response } from "express";
import { notFound } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { resentFields } from "../../web/resend.ts";
import { RefusedPage } from "../../web/respond.ts";
import { staffContext } from "../context.ts";
import { findStaffNames } from "../people/queries/people.ts";
import { conflictPage, conflictView } from "./conflict-page.ts";
import { findConflict } from "./conflicts.ts";
import { staffIn } from "./history-page.ts";
import type { RecordKind } from "./records.ts";
import type { RecordFields } from "./rules/record-changes.ts";

/**
 * Whether a field is the conflict form's own: a choice of an earlier conflict, or the `seen` value.
 */
const isOwn = (name: string): boolean => name === "seen" || name.startsWith("keep_");

/**
 * Renders the page of a save that was refused with `changed`. For each field the page shows both
 * values, and the viewer chooses a value.
 */
export async function renderConflict<Fields extends RecordFields>(
  { db, dates, render }: Pick<Shop, "db" | "dates" | "render">,
  req: Request,
  res: Response,
  { kind, ...form }: { kind: RecordKind<Fields>; id: string; seen: string; fields: Partial<Fields> },
): Promise<string> {
  const conflict = await findConflict(db, kind, form);
  if (!conflict) throw new RefusedPage(notFound);
  const names = await findStaffNames(db, staffIn(conflict.fields.map(({ savedBy }) => savedBy?.actor ?? null)));
  const page = conflictPage(staffContext(req, res), dates, {
    kind: kind,
    conflict,
    names,
    referenced: (await kind.referenced?.(db, form.id, [conflict.saved, conflict.typed] as Partial<Fields>[])) ?? new Map(),
    action: req.originalUrl,
    typed: resentFields(req).filter(({ name }) => !isOwn(name)),
    record: kind.path(form.id),
  });
  return render(conflictView, page);
}
