import { withoutTag, withTag } from "../../customers/rules/tags.ts";
import { usedTags } from "../../customers/tags.ts";
import type { Db } from "../../db/tables.ts";
import { transactOutcome } from "../../db/transaction.ts";
import { notFound, type Outcome, ok, type Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import { longestTag } from "../../tags.ts";
import { staffCustomerTagRemovalPath, staffCustomerTagsPath } from "../paths.ts";
import type { AuditSource } from "../records/audit.ts";
import type { HistoryEntry } from "../records/history-page.ts";
import { changeRecord, type SavedRecord } from "../records/records.ts";
import { customerTagsKind } from "./customer-tags-kind.ts";

type TagChange = { key: string; change: { add: string } | { remove: string }; source: AuditSource; now: number };

/** Adds a tag to a customer, or removes one. */
export const changeTags = (db: Db, { key, change, source, now }: TagChange): Promise<Outcome<SavedRecord>> =>
  transactOutcome<Outcome<SavedRecord>>(db, async (tx) => {
    const saved = await customerTagsKind.read(tx, key);
    if (!saved) return notFound;
    const tags = "add" in change ? withTag(saved.tags, change.add) : ok(withoutTag(saved.tags, change.remove));
    if (!tags.ok) return tags;
    const action = "add" in change ? "tag added" : "tag removed";
    return await changeRecord(tx, customerTagsKind, { id: key, saved, fields: { tags: tags.value }, action }, source, now);
  });

type TagsPanel = { key: string; labels: readonly string[]; suggestions: readonly string[]; history: readonly HistoryEntry[] };

/** The labels in use, which the form suggests for a new tag. */
export const suggestedTags = async (db: Db): Promise<string[]> => (await usedTags(db)).map(({ label }) => label);

/** The values of views/staff/customer-tags.hbs: a customer's tags, and the forms to change them. */
export const tagsPanel = (
  { key, labels, suggestions, history }: TagsPanel,
  { refusal, typed = {} }: { refusal?: Refusal | undefined; typed?: Record<string, unknown> },
) => ({
  labels,
  history,
  suggestions: suggestions.filter((label) => !labels.includes(label)),
  addition: staffCustomerTagsPath(key),
  removal: staffCustomerTagRemovalPath(key),
  hint: `Only the staff see tags, such as VIP. Up to ${longestTag} characters.`,
  error: refusal?.errors?.find(({ field }) => field === "tag")?.message,
  value: refusal ? readText(typed.tag) : "",
});
