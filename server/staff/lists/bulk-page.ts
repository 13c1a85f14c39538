import type { Dates } from "../../dates.ts";
import { newId } from "../../ids.ts";
import { view } from "../../web/view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { staffBulkUndoPath } from "../paths.ts";
import type { BulkPreview, BulkRun, Refusal } from "./bulk.ts";

type PreviewInput = {
  title: string;
  /** the path of the list */
  path: string;
  action: string;
  name: string;
  /** the button's words, and the consequence of pressing it */
  button: string;
  consequence: string;
  /** the id of the run that the button would start */
  id: string;
  selection: string;
  preview: BulkPreview;
};

/** The preview of an action on many records, in numbers. */
export const bulkPreviewPage = (
  context: StaffContext,
  { title, path, action, name, button, consequence, id, selection, preview }: PreviewInput,
) => ({
  ...staffFrame(context, title, path),
  token: context.token,
  path,
  action,
  name,
  button,
  consequence,
  id,
  selection,
  will: preview.isCapped ? `more than ${preview.will}` : String(preview.will),
  isNone: preview.will === 0,
  wont: preview.wont,
});

type RunInput = { run: BulkRun; path: string; done: string; refusals: readonly Refusal[]; mayUndo: boolean };

/** The result of a run, or its progress. */
export const bulkRunPage = (context: StaffContext, dates: Dates, { run, path, done, refusals, mayUndo }: RunInput) => ({
  ...staffFrame(context, run.finished_at === null ? "Working" : "Done", path),
  path,
  done,
  isFinished: run.finished_at !== null,
  began: dates.moment(run.created_at).text,
  refused: run.refused,
  oneRefused: run.refused === 1,
  refusals,
  isCapped: run.refused > refusals.length,
  token: context.token,
  undo:
    mayUndo && run.finished_at !== null && run.done > 0
      ? { action: staffBulkUndoPath(run.id), id: newId(), label: run.done === 1 ? "Undo it" : `Undo all ${run.done}` }
      : undefined,
});

type BulkPreviewPage = ReturnType<typeof bulkPreviewPage>;
export const bulkPreviewView = view<BulkPreviewPage>("staff/bulk-preview");
type BulkRunPage = ReturnType<typeof bulkRunPage>;
export const bulkRunView = view<BulkRunPage>("staff/bulk-run");
