/** Emails to a shopper about an order, by the kind of their job, in the staff's words. */
export const orderEmailNames = {
  "confirmation-mail": "Order confirmation",
  "cancelation-requested-mail": "Cancellation requested",
  "cancelation-declined-mail": "Cancellation declined",
  "canceled-mail": "Canceled",
  "payment-reminder-mail": "Payment reminder",
  "part-shipped-mail": "Shipped in part",
  "fulfilled-mail": "Shipped",
  "edited-mail": "Changed",
  "order-email-changed-mail": "Email address changed",
  "address-changed-mail": "Shipping address changed",
  "address-request-declined-mail": "Address not changed",
  "return-requested-mail": "Return requested",
  "return-accepted-mail": "Return accepted",
  "return-declined-mail": "Return declined",
  "refunded-mail": "Refunded",
  "message-mail": "Message",
  "review-invitation-mail": "Review invitation",
} as const;

export type OrderEmailKind = keyof typeof orderEmailNames;

/**
 * Whether an email may be sent again. A review invitation may not, since it promises to be the only
 * one.
 */
export const maySendAgain = (kind: OrderEmailKind): boolean => kind !== "review-invitation-mail";

/** Kind of the history event for an email that was sent again; its note names the email. */
export const sentAgain = "email sent again";
