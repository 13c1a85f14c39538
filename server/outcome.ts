/** One field of a form that breaks a rule, in the shopper's words (decisions §3). */
export type FieldError = { field: string; message: string };

/** A refusal in the shopper's words. `status` is an HTTP status and defaults to 409; `errors` makes it a form answer (200 in JSON, 422 as a page). */
export type Refusal = {
  ok: false;
  error: string;
  status?: number;
  code?: string;
  errors?: readonly FieldError[];
  data?: unknown;
  /** seconds until a refused caller may try again */
  retryAfter?: number;
};

export type Outcome<Value> = { ok: true; value: Value } | Refusal;

export const ok = <Value>(value: Value): Outcome<Value> => ({ ok: true, value });

export const notFound: Refusal = { ok: false, status: 404, error: "we could not find that" };

export const refuse = (error: string, status = 409): Refusal => ({ ok: false, status, error });

export const invalidFields = (errors: readonly FieldError[]): Refusal => ({
  ok: false,
  status: 422,
  error: "some errors found",
  errors,
});
