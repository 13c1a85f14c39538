import { expect, test } from "vitest";
import { type RefusalCode, refusalCodes, refuse } from "../../server/outcome.ts";
import { refusalStatus } from "../../server/web/refusal-status.ts";

test("every code stands once in the list, in the form that programs are told of", () => {
  expect(new Set(refusalCodes).size).toBe(refusalCodes.length);
  for (const code of refusalCodes) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
});

test("every code has a status of a refusal, and no status belongs to a code that is none", () => {
  expect(Object.keys(refusalStatus).sort()).toEqual([...refusalCodes].sort());
  for (const code of refusalCodes)
    expect([400, 401, 402, 403, 404, 405, 408, 409, 413, 415, 422, 429, 500, 503]).toContain(refusalStatus[code]);
});

test("a refusal says its code first: words alone are no refusal", () => {
  // @ts-expect-error a text is not one of the codes
  refuse("something is wrong", "something is wrong");
  // @ts-expect-error a refusal needs its words too
  refuse("invalid");
  expect(refuse("out_of_stock", "Only 2 are left.")).toEqual({ ok: false, code: "out_of_stock", error: "Only 2 are left." });
});

/** The statuses that callers could rely on before the list of codes existed. */
const promised: Readonly<Partial<Record<RefusalCode, number>>> = {
  invalid: 400,
  invalid_fields: 422,
  too_large: 413,
  unsupported_type: 415,
  csrf: 403,
  signed_out: 401,
  not_found: 404,
  out_of_stock: 409,
  changed: 409,
  declined: 402,
  promo_unknown: 422,
  promo_refused: 422,
  too_many_tries: 429,
};

test.each(Object.entries(promised))("%s is answered %i", (code, status) => {
  expect(refusalStatus[code as RefusalCode]).toBe(status);
});
