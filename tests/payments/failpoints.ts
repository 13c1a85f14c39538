/**
 * Every place in the code where a test can kill the process. `failpoints.test.ts` compares the list
 * with the code.
 */
export const failpoints = [
  "p.before_commit",
  "p.after_commit",
  "p.waits",
  "g.after_charge",
  "e.before_store",
  "e.after_pay",
  "x.before_edit",
  "x.after_edit",
  "f.before_commit",
  "f.after_commit",
  "readdress.before_commit",
  "readdress.after_commit",
  "cap.before",
  "cap.after",
  "void.before",
  "void.after",
  "refund.begin",
  "refund.before",
  "refund.after",
  "orphan.before",
  "orphan.after",
  "mail.after",
] as const;
