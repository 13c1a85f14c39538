/**
 * The reasons for the refusal of a call. Programs branch on the code; the message is for people and
 * may change at any time. The database stores codes (`attempt.refusal_code`) and other programs
 * read them, so a code is never renamed.
 */
export const refusalCodes = [
  // The request's values are refused.
  /** the request has a wrong shape or type, or cannot be read */
  "invalid",
  /** values break the rules of a form: `errors` names the fields */
  "invalid_fields",
  /** the request is larger than allowed */
  "too_large",
  /** the request arrives too slowly: send it again */
  "too_slow",
  /** the content type of the request, or the kind of its file, is not accepted */
  "unsupported_type",
  /** the address accepts other methods: `Allow` names them */
  "wrong_method",

  // The sender is refused.
  /** the anti-forgery token is missing or stale: fetch a new token and send the call again */
  "csrf",
  /** this caller may not do this, for example a form of another site */
  "forbidden",
  /** nobody is signed in */
  "signed_out",
  /** the last proof of identity is too old: give a new proof and send the call again */
  "reauthenticate",
  /** no account has this e-mail address and this password */
  "wrong_credentials",
  /** the first step of the sign-in is done: send the code of an authenticator app next */
  "second_factor",
  /** the current password is wrong */
  "wrong_password",
  /** a password is missing in a change of the password, or the new password is not allowed */
  "password_refused",
  /** an account with this e-mail address exists: send its password too */
  "password",
  /** the sign-in took too long or began in another browser: sign in again */
  "sign_in_expired",
  /** the account cannot be used */
  "account_closed",
  /** the check that the visitor is a person failed */
  "bot_check",
  /** too many tries failed: solve the challenge in `data` and send the solution as `work` */
  "work_required",
  /** there were too many tries: `Retry-After` says when the next try is allowed */
  "too_many_tries",

  // The requested thing is refused.
  /** the thing does not exist, or belongs to another person */
  "not_found",
  /** the mailed link was used before, or has expired */
  "link_expired",
  /** another account has this e-mail address */
  "email_taken",
  /** a required confirmation is missing */
  "unconfirmed",
  /** a list has reached its greatest length */
  "limit_reached",

  // Carts and promo codes.
  /** fewer units are left than the shopper wants, or the product is no longer sold */
  "out_of_stock",
  /** the cart is empty, so there is nothing to pay for */
  "cart_empty",
  /** the products in the cart do not earn a gift yet */
  "gift_not_earned",
  /** this promo code does not exist now */
  "promo_unknown",
  /** the promo code is not valid for this checkout */
  "promo_refused",
  /**
   * when this payment began, another payment had the promo code's last use, or the code had ended
   */
  "promo_taken",

  // Payments and orders.
  /** the shopper agreed to values that have changed since: `data` has the new total and quote */
  "changed",
  /** the card was declined: try another card or corrected details */
  "declined",
  /** Pay was pressed on this form before and refused: `data` has the key of the next press */
  "already_answered",
  /** this `Idempotency-Key` was sent before for another checkout or quote: send a new key */
  "key_conflict",
  /** a payment of this checkout is in progress */
  "paying",
  /**
   * the card gateway reviews the payment, and the shopper is emailed what comes of it; or the staff
   * has put the order on hold
   */
  "held",
  /** the result of the payment is not known yet: ask again, and pay nothing else meanwhile */
  "outcome_unknown",
  /** this checkout has become an order */
  "completed",
  /** the order is already canceled or sent */
  "order_closed",
  /** the order is not paid yet, or the shopper left the gateway's page without paying */
  "unpaid",
  /** the call asks for more units or money than the order has left */
  "exceeds_order",

  // The shop itself.
  /** the call failed and changed nothing: try again */
  "failed",
  /** a service that the call needs does not answer */
  "unavailable",
  /** an error of the shop itself */
  "server_error",
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/**
 * An error of one form field, in words for the shopper; `choices` are the values that the field may
 * mean.
 */
export type FieldError = {
  field: string;
  message: string;
  code?: string | undefined;
  choices?: readonly { value: string; label: string }[];
};

/**
 * A refusal: a code for programs, and words for the shopper. If there are `errors`, a page shows
 * them beside their fields.
 */
export type Refusal = {
  ok: false;
  code: RefusalCode;
  error: string;
  errors?: readonly FieldError[];
  data?: unknown;
  /**
   * the page to redirect to if the browser itself sent the form, instead of showing the form's page
   * again
   */
  leadsTo?: string;
  /** the seconds after which the caller may try again */
  retryAfter?: number;
};

export type Outcome<Value> = { ok: true; value: Value } | Refusal;

export const ok = <Value>(value: Value): Outcome<Value> => ({ ok: true, value });

export const refuse = (code: RefusalCode, error: string): Refusal => ({ ok: false, code, error });

export const notFound: Refusal = { ok: false, code: "not_found", error: "We couldn’t find that." };

export const invalidFields = (errors: readonly FieldError[]): Refusal => ({
  ...refuse("invalid_fields", "some errors found"),
  errors,
});
