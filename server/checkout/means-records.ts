import type { Db, Tx } from "../db/tables.ts";
import { renderMarkdown } from "../markdown.ts";
import { invalidFields, type Outcome, ok } from "../outcome.ts";
import { deleteMeans, findMeans, lockMeansFields, putMeans } from "./queries/means.ts";
import { type Means, type MeansFields, meansErrors } from "./rules/means-fields.ts";

/** All payment methods without a card, including inactive ones. */
export const listMeans = (reader: Db | Tx): Promise<Means[]> => findMeans(reader);

/** The payment methods that shoppers are offered now, after the card. */
export const offeredMeans = (reader: Db | Tx): Promise<Means[]> => findMeans(reader, { active: true });

/** A payment method as the owner sets it, locked until the transaction ends. */
export const readMeans = (tx: Tx, id: string): Promise<MeansFields | undefined> => lockMeansFields(tx, id);

/** Stores a new or changed payment method. Orders keep it as it was. */
export async function writeMeans(tx: Tx, id: string, fields: MeansFields): Promise<Outcome<undefined>> {
  const errors = meansErrors(fields);
  if (errors.length > 0) return invalidFields(errors);
  const rendered = renderMarkdown(fields.instructions);
  if (!rendered.ok) return invalidFields([{ field: "instructions", message: rendered.error }]);
  await putMeans(tx, id, fields);
  return ok(undefined);
}

/** Removes a payment method. Orders keep their copy. */
export async function removeMeans(tx: Tx, id: string): Promise<Outcome<undefined>> {
  await deleteMeans(tx, id);
  return ok(undefined);
}

const notOffered = invalidFields([
  { field: "means", message: "This payment method is not offered any more. Choose another one." },
]);

/** The payment method that a shopper chose. Refuses one that is unknown or switched off. */
export async function chosenMeans(reader: Db | Tx, id: string): Promise<Outcome<Means>> {
  const means = (await offeredMeans(reader)).find((each) => each.id === id);
  return means ? ok(means) : notOffered;
}
