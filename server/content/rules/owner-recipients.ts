import type { FieldError } from "../../outcome.ts";
import { plainText } from "../../plain-text.ts";
import { isEmail, longestEmail } from "./shop-settings.ts";

/**
 * The recipients of emails to the owner, by the kind of email: addresses separated by commas. An
 * empty text stands for the addresses of `all`, and an empty `all` stands for `OWNER_MAIL`.
 */
export type OwnerRecipients = { all: string } & Record<string, string>;

/** The most addresses that get one email. */
const mostAddresses = 10;

const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\s]+/)
      .map((address) => plainText(address).toLowerCase())
      .filter(Boolean),
  ),
];

/** Typed addresses in lower case, each once, separated by commas. */
export const tidyRecipients = (text: string): string => addressesIn(text).join(", ");

function addressFault(text: string): string | undefined {
  const addresses = addressesIn(text);
  const wrong = addresses.find((address) => address.length > longestEmail || !isEmail(address));
  if (wrong !== undefined) return `“${wrong}” isn’t an email address like name@example.com.`;
  return addresses.length > mostAddresses ? `Enter up to ${mostAddresses} addresses.` : undefined;
}

/** The errors of fields that hold an invalid address or too many addresses. */
export const recipientFaults = (recipients: OwnerRecipients): FieldError[] =>
  Object.entries(recipients).flatMap(([field, text]) => {
    const message = addressFault(text);
    return message === undefined ? [] : [{ field, message }];
  });

/** The addresses that get the email of this kind; `ownerMail` is `OWNER_MAIL`. */
export const addressesFor = (recipients: OwnerRecipients, kind: string, ownerMail: string | undefined): string[] =>
  addressesIn(recipients[kind] || recipients.all || (ownerMail ?? ""));
