import type { RefusalCode } from "../outcome.ts";

/**
 * The HTTP status of each refusal. It is not stored beside the codes, as only HTTP answers have one
 * (decisions §3).
 */
export const refusalStatus: Readonly<Record<RefusalCode, number>> = {
  invalid: 400,
  // Of a page: a call in JSON is answered 200 with the errors (decisions §3).
  invalid_fields: 422,
  too_large: 413,
  unsupported_type: 415,
  wrong_method: 405,
  csrf: 403,
  forbidden: 403,
  signed_out: 401,
  wrong_credentials: 401,
  wrong_password: 409,
  password_refused: 409,
  password: 409,
  sign_in_expired: 401,
  account_closed: 401,
  bot_check: 403,
  too_many_tries: 429,
  not_found: 404,
  link_expired: 409,
  email_taken: 409,
  unconfirmed: 422,
  limit_reached: 409,
  out_of_stock: 409,
  cart_empty: 409,
  gift_not_earned: 409,
  promo_unknown: 422,
  promo_refused: 422,
  promo_taken: 409,
  changed: 409,
  declined: 402,
  already_answered: 409,
  key_conflict: 409,
  paying: 409,
  outcome_unknown: 409,
  completed: 409,
  order_closed: 409,
  unpaid: 409,
  exceeds_order: 409,
  failed: 409,
  unavailable: 503,
  server_error: 500,
};
