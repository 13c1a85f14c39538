import type { Cents } from "../../../money.ts";
import type { RevealedCard } from "../card-data.ts";
import type { Authorization, BillingAddress } from "../gateway.ts";

export type Fields = Readonly<Record<string, string>>;

/**
 * The most characters sent in a field. NMI publishes no lengths, but a bank may refuse a payment
 * for a name that is too long. A region is sent by its code alone, as NMI asks.
 */
const lengths = {
  name: 50,
  street: 100,
  city: 50,
  region: 3,
  postalCode: 20,
  country: 2,
  phone: 20,
  email: 100,
  ip: 45,
} as const;

export const decimalOf = (cents: Cents): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

type AuthorizationFields = Pick<Authorization, "amountCents" | "billing" | "shipping" | "email" | "phone" | "ip"> & {
  reference: string;
  card: RevealedCard;
};

/**
 * Holds an amount. Without `partial_payments`, NMI approves the whole amount or nothing. Only named
 * fields are sent, since an address may contain more.
 */
export const authorizationFields = ({
  reference,
  amountCents,
  card,
  billing,
  shipping,
  email,
  phone,
  ip,
}: AuthorizationFields): Fields =>
  filled({
    type: "auth",
    payment: "creditcard",
    amount: decimalOf(amountCents),
    currency: "USD",
    orderid: reference,
    ccnumber: card.number,
    ccexp: card.expiry,
    cvv: card.code,
    firstname: cut(billing.firstName, "name"),
    lastname: cut(billing.lastName, "name"),
    ...placeFields("", billing),
    email: cut(email, "email"),
    phone: cut(phone ?? "", "phone"),
    ipaddress: cut(ip ?? "", "ip"),
    ...(shipping && {
      shipping_firstname: cut(shipping.firstName, "name"),
      shipping_lastname: cut(shipping.lastName, "name"),
      ...placeFields("shipping_", shipping),
    }),
  });

const placeFields = (prefix: "" | "shipping_", address: BillingAddress): Fields => ({
  [`${prefix}address1`]: cut(address.streetAddress1, "street"),
  [`${prefix}city`]: cut(address.city, "city"),
  [`${prefix}state`]: address.countryArea.length <= lengths.region ? address.countryArea : "",
  [`${prefix}zip`]: cut(address.postalCode, "postalCode"),
  [`${prefix}country`]: cut(address.country, "country"),
});

/** An order ID here would rename the payment, so none is sent. */
export const captureFields = (transactionid: string, amountCents: Cents): Fields => ({
  type: "capture",
  transactionid,
  amount: decimalOf(amountCents),
});

export const voidFields = (transactionid: string): Fields => ({ type: "void", transactionid });

/** A refund is a transaction of its own, which is found by its order ID. */
export const refundFields = (transactionid: string, amountCents: Cents, reference: string): Fields => ({
  type: "refund",
  transactionid,
  amount: decimalOf(amountCents),
  orderid: reference,
});

/** The time as NMI reads it, in UTC. */
export const timestampOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace(/\D/g, "");

const cut = (text: string, field: keyof typeof lengths): string => [...text].slice(0, lengths[field]).join("");

const filled = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
