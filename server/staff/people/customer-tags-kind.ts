import { listedCustomer } from "../../customers/list.ts";
import { withTag } from "../../customers/rules/tags.ts";
import { tagsOf, writeTags } from "../../customers/tags.ts";
import type { Tx } from "../../db/tables.ts";
import { buyerOf } from "../../orders/list.ts";
import { notFound, type Outcome, ok } from "../../outcome.ts";
import { staffCustomerPath } from "../paths.ts";
import type { RecordKind } from "../records/records.ts";
import { guestOrder } from "./customer.ts";

export type CustomerTags = { tags: string[] };

/** The person that a customer's key names: an account's id, or a guest's normalised email. */
async function personOf(tx: Tx, key: string): Promise<string | undefined> {
  const number = guestOrder(key);
  if (number !== undefined) return await buyerOf(tx, number);
  return (await listedCustomer(tx, key))?.email ? key : undefined;
}

/** Validates labels one by one, and drops repeated ones. */
const tidied = (labels: readonly string[]): Outcome<string[]> =>
  labels.reduce<Outcome<string[]>>((tidy, label) => (tidy.ok ? withTag(tidy.value, label) : tidy), ok([]));

/** The tags of a customer, as a record. An undo reverts only what one change added or removed. */
export const customerTagsKind: RecordKind<CustomerTags> = {
  kind: "customer tags",
  needs: "customers:write",
  name: (_, id) => (guestOrder(id) === undefined ? "Tags of a customer" : `Tags of the guest of order ${guestOrder(id)}`),
  path: (id) => staffCustomerPath(id),
  labels: { tags: "Tags" },
  words: (_, value) => (Array.isArray(value) ? value.join(", ") : undefined),
  async read(tx, id) {
    const person = await personOf(tx, id);
    return person === undefined ? undefined : { tags: await tagsOf(tx, person) };
  },
  async write(tx, id, { tags }) {
    const person = await personOf(tx, id);
    if (person === undefined) return notFound;
    const labels = tidied(tags);
    if (!labels.ok) return labels;
    await writeTags(tx, person, labels.value);
    return ok({});
  },
};
