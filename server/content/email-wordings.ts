import type { Db, Row, Tx } from "../db/tables.ts";
import type { EmailTemplate, EmailWording } from "../jobs/rules/email-template.ts";
import { invalidFields, type Outcome, ok, refuse } from "../outcome.ts";
import {
  deleteWordingRow,
  findWordingRow,
  findWordingTimes,
  insertWordingRow,
  lockWordingRow,
  updateWordingRow,
} from "./queries/email-wordings.ts";
import { wordingFaults, wordingLabels } from "./rules/email-wording.ts";

const toWording = ({ kind: _, changed_at: _at, ...wording }: Row<"email_wording">): EmailWording => wording;

/** The owner's wording of an email; undefined if the owner has not changed the shop's wording. */
export async function findWording(reader: Db | Tx, kind: string): Promise<EmailWording | undefined> {
  const row = await findWordingRow(reader, kind);
  return row && toWording(row);
}

/** The times of changed wordings, by kind; unchanged wordings are missing. */
export const changedWordings = async (reader: Db): Promise<ReadonlyMap<string, number>> =>
  new Map((await findWordingTimes(reader)).map(({ kind, changed_at: at }) => [kind, at]));

/** An email's current wording; locks its row until the transaction ends. */
export async function lockWording(tx: Tx, template: EmailTemplate): Promise<EmailWording> {
  const row = await lockWordingRow(tx, template.kind);
  return row ? toWording(row) : template.wording;
}

const fields = Object.keys(wordingLabels) as (keyof EmailWording)[];

/**
 * Saves an email's wording. If it equals the shop's own wording, deletes the saved row instead.
 * Refuses invalid fields, and refuses with `changed` if another person has saved first.
 */
export async function saveWording(tx: Tx, template: EmailTemplate, wording: EmailWording, now: number): Promise<Outcome<object>> {
  const faults = wordingFaults(template, wording);
  if (faults.length > 0) return invalidFields(faults);
  const { kind } = template;
  const row = { kind, ...wording, changed_at: now };
  const isShipped = fields.every((field) => wording[field] === template.wording[field]);
  const isSaved = (await lockWordingRow(tx, kind)) !== undefined;
  if (isShipped) await deleteWordingRow(tx, kind);
  else if (isSaved) await updateWordingRow(tx, row);
  else if (!(await insertWordingRow(tx, row)))
    return refuse("changed", "Somebody else saved this meanwhile. Choose what to keep.");
  return ok({});
}
