import type { Db, Tx } from "../db/tables.ts";
import { deleteTagsOf, findConfirmedEmail, findDistinctTags, findTags, insertTags } from "./queries/tags.ts";
import { type Tag, tagOf } from "./rules/tags.ts";

/** The labels of a person's tags. A person is an account's id, or a guest's normalised email. */
export const tagsOf = async (reader: Db | Tx, person: string): Promise<string[]> =>
  (await findTags(reader, [person])).map(({ label }) => label);

/** The labels of an account's tags; none while its email is unverified, or while it is disabled. */
export const tagsOfVerified = async (reader: Db | Tx, customerId: string): Promise<string[]> =>
  (await findConfirmedEmail(reader, customerId)) ? await tagsOf(reader, customerId) : [];

/** The labels of several persons' tags, by person. */
export async function tagsByPerson(db: Db, persons: readonly string[]): Promise<Map<string, string[]>> {
  const rows = Map.groupBy(await findTags(db, persons), ({ person }) => person);
  return new Map([...rows].map(([person, tags]) => [person, tags.map(({ label }) => label)]));
}

/** Replaces the tags of a person. */
export async function writeTags(tx: Tx, person: string, labels: readonly string[]): Promise<void> {
  await deleteTagsOf(tx, [person]);
  await insertTags(
    tx,
    labels.map((label) => ({ person, ...tagOf(label) })),
  );
}

/** Gives an account with a confirmed email the tags that a guest with that email has. */
export async function adoptTags(tx: Tx, customerId: string): Promise<void> {
  const guest = await findConfirmedEmail(tx, customerId);
  if (!guest) return;
  const tags = await findTags(tx, [guest.email_norm]);
  await insertTags(
    tx,
    tags.map((tag) => ({ ...tag, person: customerId })),
  );
  await deleteTagsOf(tx, [guest.email_norm]);
}

/** Gives a guest's tags to another email; without one, deletes them. */
export async function moveTags(tx: Tx, email: string, other: string | undefined): Promise<void> {
  const tags = other === undefined ? [] : await findTags(tx, [email]);
  await insertTags(
    tx,
    tags.map((tag) => ({ ...tag, person: other ?? "" })),
  );
  await deleteTagsOf(tx, [email]);
}

/** Deletes the tags of erased persons. */
export const eraseTags = (tx: Tx, persons: readonly string[]): Promise<void> => deleteTagsOf(tx, persons);

/** The tags in use, up to 200, for filters and suggestions. */
export const usedTags = (db: Db): Promise<Tag[]> => findDistinctTags(db, 200);
