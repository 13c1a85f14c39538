import { type Address, addressFieldNames, addressFields, mapAddress } from "../../customers/rules/address-fields.ts";
import { readContact, writeContact } from "../../orders/contact.ts";
import { orderOfNumber } from "../../orders/list.ts";
import { notFound } from "../../outcome.ts";
import { staffOrderContactPath } from "../paths.ts";
import type { RecordKind } from "../records/records.ts";

/** The phone of an order's delivery, and the fields of its billing address. */
export type ContactFields = Address & { deliveryPhone: string };

/** The id of an order's contact in the audit. It has the order's number, as the page's path. */
export const contactId = (number: number): string => `order-${number}`;
const numberIn = (id: string): number => Number(/^order-(\d{1,9})$/.exec(id)?.[1] ?? 0);

const billingLabels = mapAddress((field) => `Billing ${addressFields[field].label.toLowerCase()}`);

/** An order's phone and billing address. Changes can be undone: nobody is emailed about them. */
export const contactKind: RecordKind<ContactFields> = {
  kind: "order contact",
  needs: "orders:edit",
  money: true,
  name: (_fields, id) => `Order ${numberIn(id)}`,
  path: (id) => staffOrderContactPath(numberIn(id)),
  labels: { deliveryPhone: "Phone for the delivery", ...billingLabels },
  async read(tx, id) {
    const orderId = await orderOfNumber(tx, numberIn(id));
    const contact = orderId === undefined ? undefined : await readContact(tx, orderId);
    return contact && { deliveryPhone: contact.phone, ...contact.billing };
  },
  async write(tx, id, { deliveryPhone, ...fields }, now, { actor }) {
    const orderId = await orderOfNumber(tx, numberIn(id));
    if (orderId === undefined) return notFound;
    const billing = Object.fromEntries(addressFieldNames.map((field) => [field, fields[field]])) as Address;
    return await writeContact(tx, orderId, { phone: deliveryPhone, billing }, { actor: actor as `staff:${string}`, now });
  },
};
