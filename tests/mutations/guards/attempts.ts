import { inFile, type Mutation } from "../mutation.ts";

const leaseTests = "tests/payments/lease.test.ts";
const recovery = "tests/payments/recovery.test.ts";
const races = "tests/payments/races.test.ts";

const clocks = "tests/payments/clock-jumps.test.ts";

const jobs = inFile("server/jobs/queries.ts", "tests/jobs/lease.test.ts");
const attempts = inFile("server/payments/queries/attempts.ts", races);
const leases = inFile("server/payments/queries/leases.ts", leaseTests);
const verdicts = inFile("server/payments/apply-verdict.ts", recovery);
const finalize = inFile("server/payments/finalize.ts", recovery);
const rules = inFile("server/payments/rules/attempt.ts", "tests/payments/attempt.test.ts");

export const attemptGuards: readonly Mutation[] = [
  jobs("leases", "a job is taken once", ".forUpdate().skipLocked()", "", "tests/jobs/taken.test.ts"),
  jobs("leases", "a job under lease is left to its owner", `"lease_until", "<=", sql`, `"lease_until", "<>", sql`),
  jobs("leases", "the lease of a job is capped", ".set({ lease_until: now + jobLease, run_at: now })", ".set({ run_at: now })"),
  jobs("leases", "the pause of a job is capped", `.where("run_at", ">", now + longestPause)`, `.where("run_at", "<", 0)`, clocks),
  jobs(
    "leases",
    "a job of a clock that went back is due",
    `.where("created_at", ">", now)
      .execute();
    await waiting().set({ created_at`,
    `.where("created_at", "<", 0)
      .execute();
    await waiting().set({ created_at`,
    "tests/jobs/persistence.test.ts",
  ),
  attempts(
    "states",
    "an attempt moves only from the state that was seen",
    `.where("state", "=", from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;`,
    `.executeTakeFirst();
  return numUpdatedRows === 1n;`,
  ),
  attempts(
    "states",
    "an attempt moves only along the state machine",
    "if (!mayMove(from, to)) throw",
    "if (false) throw",
    "tests/payments/attempt-moves.test.ts",
  ),
  inFile("server/payments/queries/reservations.ts", "tests/payments/attempt-moves.test.ts")(
    "states",
    "a checkout moves only from the state that was seen",
    `.where("state", "=", from)`,
    "",
  ),
  inFile("server/checkout/queries/checkouts.ts", races)(
    "locks",
    "a checkout is locked by whoever changes it",
    "byId(reader, id).forUpdate());",
    "byId(reader, id));",
  ),
  leases("leases", "a lease is taken over from its last end", `.where("lease_until", "=", lease_until)`, ""),
  leases("leases", "an attempt is taken over in the state that was seen", `.where("state", "=", state)`, ""),
  leases(
    "leases",
    "the lease of a decided attempt is left alone",
    `.where("state", "in", liveStates)\n    .where("lease_until", "<>", woken)`,
    `.where("lease_until", "<>", woken)`,
  ),
  inFile("server/payments/queries/leases.ts", "tests/payments/webhooks.test.ts")(
    "leases",
    "a webhook during a lookup is not forgotten",
    `.where("lease_until", "<>", woken)`,
    "",
  ),
  leases("leases", "an attempt under lease is left to its owner", `.where("lease_until", "<=", now)`, ""),
  leases("leases", "a lease is capped", `.set({ lease_until: now + lease })`, `.set({ updated_at: now })`),
  leases("leases", "the time of sending is capped", ".set({ sent_at: now })", ".set({ updated_at: now })"),
  inFile("server/payments/lease.ts", leaseTests)(
    "leases",
    "a lease is renewed",
    "const timer = setInterval(renew, times.renewEvery);",
    "const timer = setInterval(() => {}, times.renewEvery);",
  ),
  inFile("server/payments/lease.ts", leaseTests)(
    "leases",
    "a lease ends with the work",
    "await setLease(shop.db, id, shop.now()).catch(",
    "await Promise.resolve().catch(",
  ),
  inFile("server/payments/reconcile.ts", leaseTests)(
    "leases",
    "one of two that recover an attempt does so",
    "if (!(await claimLease(shop.db, attempt, shop.now() + times.lease))) return false;",
    "await claimLease(shop.db, attempt, shop.now() + times.lease);",
  ),
  inFile("server/payments/reconcile.ts", recovery)(
    "K4",
    "recovery finalizes what was authorized",
    `if (currentAttempt?.state === "authorized") await finalize(shop, currentAttempt);`,
    "",
  ),
  inFile("server/payments/reconcile.ts", "tests/payments/lost-answers.test.ts")(
    "K2",
    "“not found” is not believed while the request may be on its way",
    "if (!undecided) await",
    "await",
  ),
  rules("K2", "a request may be on its way for twice its deadline", "< 2 * deadlineMs", "< 0 * deadlineMs"),
  rules("leases", "a lease is over at its end", "attempt.lease_until > now", "attempt.lease_until >= now"),
  rules("states", "what was refunded stays so", "refunded: [],", `refunded: ["captured"],`),
  finalize(
    "I3",
    "an attempt is finalized once",
    `if (attempt?.state !== "authorized") return "before";`,
    'if (!attempt) return "before";',
    races,
  ),
  finalize("I3", "a checkout that has an order gets no second one", "if (!checkout || checkout.orderId)", "if (!checkout)"),
  finalize("I9", "an order confirms its promo", "await confirmRedemption(tx, checkoutId);", ""),
  finalize("I2", "an order takes its units out of stock", "await sell(tx, await findReservations(tx, id), orderId, now);", ""),
  finalize(
    "phases",
    "money is taken only after the commit",
    `if (attempt.kind === "card") await enqueue`,
    `if (attempt.kind === "card") await shop.gateway.capture({ key: attempt.key, authRef: "", amountCents: 1 });
  if (attempt.kind === "card") await enqueue`,
  ),
  verdicts("I2", "a failed attempt releases its stock", "await release(tx, await findReservations(tx, attempt.id));", ""),
  verdicts("I9", "a failed attempt releases its promo", "await releasePromo(tx, attempt.checkout_id);", ""),
  verdicts(
    "I4",
    "a failed attempt opens its checkout",
    `if (checkout?.state === "paying") await moveCheckout`,
    "if (false) await moveCheckout",
  ),
  verdicts(
    "I2",
    "an attempt fails once",
    "if (!(await moveAttempt(tx, attempt.id, { from: attempt.state, to, now, changes }))) return false;",
    "await moveAttempt(tx, attempt.id, { from: attempt.state, to, now, changes });",
    races,
  ),
  verdicts(
    "K9",
    "an approval against a decision is voided",
    "return await returnLateApproval(shop, attempt, verdict.ref, verdict.findings);",
    "return;",
    "tests/payments/lost-answers.test.ts",
  ),
  verdicts(
    "phases",
    "no answer is no decline",
    `if (from === "sent") await moveAttempt(shop.db, id, { from, to: "unknown", now });
    return;`,
    "",
    "tests/payments/lost-answers.test.ts",
  ),
  inFile("server/payments/pay.ts", recovery)(
    "K4",
    "an approval is stored although its order cannot be written",
    "() => applyVerdict(shop, approval.attempt, approval.verdict, call.address)",
    "() => Promise.resolve()",
  ),
  inFile("server/payments/authorize.ts", races)(
    "phases",
    "an attempt that another has decided is not charged",
    "if (!(await moveAttempt(shop.db, attempt.id, sending))) return;",
    "await moveAttempt(shop.db, attempt.id, sending);",
  ),
];
