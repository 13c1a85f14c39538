/**
 * Why a call was refused. Programs branch on the code; the words beside it are for people and may
 * change freely. The database keeps codes (`attempt.refusal_code`) and other programs read them, so
 * a code is never renamed.
 */
export const refusalCodes = [
  // The request's values are refused.
  /** it has a wrong shape or type, or cannot be read */
  "invalid",
  /** values break a form's rules: `errors` names the fields */
  "invalid_fields",
  /** it is larger than what is taken */
  "too_large",
  /** it comes so slowly that nobody waits for it: send it again */
  "too_slow",
  /** its content type, or the kind of its file, is not taken */
  "unsupported_type",
  /** the address takes other methods: `Allow` names them */
  "wrong_method",

  // The sender is refused.
  /** the anti-forgery token is missing or stale: fetch another one and send the call again */
  "csrf",
  /** not allowed to this caller, such as a form of another site */
  "forbidden",
  /** nobody is signed in */
  "signed_out",
  /** the last proof of who is signed in is too old: give another one and send the call again */
  "reauthenticate",
  /** no account has this e-mail address with this password */
  "wrong_credentials",
  /** the first step is done: the code of an authenticator app is the second */
  "second_factor",
  /** the current password is not the one of the account */
  "wrong_password",
  /** a password of a change is missing, or the new one may not be set */
  "password_refused",
  /** an account with this e-mail address is there: send its password too */
  "password",
  /** the sign-in took too long or was begun elsewhere: sign in again */
  "sign_in_expired",
  /** the account cannot be used */
  "account_closed",
  /** the check that a person signs up was not passed */
  "bot_check",
  /** many tries failed: solve the challenge in `data` and send its solution as `work` */
  "work_required",
  /** too many tries: `Retry-After` says when the next one is taken */
  "too_many_tries",

  // The requested thing is refused.
  /** it does not exist, or is somebody else's */
  "not_found",
  /** the mailed link was used before, or is too old */
  "link_expired",
  /** another account has this e-mail address */
  "email_taken",
  /** the confirmation that it needs is missing */
  "unconfirmed",
  /** a list is as long as it may be */
  "limit_reached",

  // Carts and promo codes.
  /** fewer units are left than are wanted, or none are sold any more */
  "out_of_stock",
  /** there is nothing to pay for */
  "cart_empty",
  /** the products do not earn a gift yet */
  "gift_not_earned",
  /** there is no such promo code now */
  "promo_unknown",
  /** the promo code does not hold for this checkout */
  "promo_refused",
  /** the promo code's last use went to another payment, or it ended, when this payment began */
  "promo_taken",

  // Payments and orders.
  /** what was agreed to is not what stands now: `data` holds the new total and quote */
  "changed",
  /** the card was declined: another card, or corrected details, may be tried */
  "declined",
  /** Pay was pressed on this form before and refused: `data` holds the key of the next press */
  "already_answered",
  /** this `Idempotency-Key` was sent before, for another checkout or quote: send a new one */
  "key_conflict",
  /** a payment of this checkout is under way */
  "paying",
  /** what became of the payment is not known yet: ask again, and pay nothing else meanwhile */
  "outcome_unknown",
  /** this checkout has become an order */
  "completed",
  /** the order is canceled or sent already */
  "order_closed",
  /** the order is not paid yet */
  "unpaid",
  /** more units or money than is left of the order */
  "exceeds_order",

  // The shop itself.
  /** it did not work, and left nothing behind: it may be tried again */
  "failed",
  /** a service that is needed does not answer */
  "unavailable",
  /** an error of the shop's own */
  "server_error",
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** One field of a form that breaks a rule, in the shopper's words. */
export type FieldError = { field: string; message: string; code?: string | undefined };

/**
 * A refusal: a code for programs, and words for the shopper. With `errors` a page shows them beside
 * their fields.
 */
export type Refusal = {
  ok: false;
  code: RefusalCode;
  error: string;
  errors?: readonly FieldError[];
  data?: unknown;
  /** the page to which a native form leads, instead of its own page again */
  leadsTo?: string;
  /** seconds until a refused caller may try again */
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
