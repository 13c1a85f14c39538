import { inFile, type Mutation } from "../mutation.ts";

const sweepTests = "tests/payments/sweep.test.ts";
const ruleTests = "tests/payments/sweep-rules.test.ts";
const cliTests = "tests/cli/sweep.test.ts";

const rules = inFile("server/payments/rules/sweep.ts", ruleTests);
const sweep = inFile("server/payments/sweep/sweep.ts", sweepTests);
const adopt = inFile("server/payments/sweep/adopt-orphan.ts", sweepTests);
const returns = inFile("server/payments/sweep/return-orphan.ts", sweepTests);
const booksReturned = inFile("server/payments/sweep/book-returned.ts", sweepTests);
const refusedReturns = "tests/payments/refused-returns.test.ts";
const leavesRefused = inFile("server/payments/sweep/leave-refused.ts", refusedReturns);
const refunds = inFile("server/payments/sweep/gateway-refunds.ts", sweepTests);
const adapter = inFile("server/payments/gateways/http-gateway.ts", "tests/payments/gateways-http.test.ts");

/**
 * The guards of the sweep. It must leave alone all money that is not the shop's to return, and must
 * return all money that is.
 */
export const sweepGuards: readonly Mutation[] = [
  rules(
    "K9",
    "an unknown key is never returned",
    `return carriesId(authorization.key, shopId) ? "lost" : "foreign";`,
    `return "ended";`,
  ),
  rules("K9", "an attempt under another shop's key is left alone", `if (!isOwnKey(attempt, shopId)) return "foreign";`, ""),
  rules("K9", "a payment in progress is left alone", `if (isLive(attempt.state)) return "undecided";`, ""),
  rules(
    "K9",
    "an order's own authorization is left alone",
    `if (attempt.auth_ref === authorization.ref && attempt.state !== "declined") return "agrees";`,
    "",
  ),
  rules("K9", "nothing is returned before twice the deadline", "< 2 * deadlineMs) return", "< 0) return"),
  rules("K9", "a sweep reaches back behind the last one", "Math.min(swept_until, now) - hour", "Math.min(swept_until, now)"),
  rules("K9", "a restored database is compared at once", "if (restored_at !== null) return", "if (false) return"),
  sweep("K9", "a comparison after a restore ends its wait", ", restored_at: null }),", " }),"),
  inFile("server/payments/open-attempt.ts", sweepTests)(
    "K9",
    "a key whose money goes back is not paid under again",
    "= orphans.some(({ state }) => isReturned(state)) ||",
    "= false ||",
  ),
  inFile("server/payments/restored.ts", sweepTests)(
    "I8",
    "nothing is refunded before a restored database was compared",
    "if (!(await findRestored(reader))) return undefined;",
    "return undefined;",
  ),
  inFile("server/orders/restored.ts", "tests/orders/restored.test.ts")(
    "I14",
    "numbers that may have been given are left out",
    "await leaveOutNumbers(",
    "void (",
  ),
  sweep(
    "K9",
    "money that paid for no order is returned",
    "const returning = suspended ? [] : await adoptAll(tx, orphans, now);",
    "const returning: string[] = [];",
  ),
  sweep(
    "K9",
    "a restored database returns nothing",
    "const suspended = (await findLost(tx)) !== undefined;",
    "const suspended = false;",
  ),
  sweep(
    "K9",
    "one process sweeps",
    "const lease = await claimSweep(tx, start, leaseLength);",
    "const lease = (await claimSweep(tx, start, leaseLength)) ?? 1;",
  ),
  sweep(
    "K9",
    "a silent gateway is swept again",
    `if (listing.status !== "listed") return`,
    `if (listing.status !== "listed") return { status: "idle" }; if (false) return`,
  ),
  sweep("K9", "the owner is told of what is returned", "await enqueueNotice(tx, [...newRefs, ...returning], now);", ""),
  sweep(
    "K9",
    "what a suspended sweep left is swept again",
    `if (outcome.status === "swept" && !outcome.suspended)`,
    `if (outcome.status === "swept")`,
  ),
  adopt(
    "K9",
    "the attempt of returned money is voided",
    'return await moveAttempt(tx, id, { from: state, to: "voiding"',
    'return await moveAttempt(tx, id, { from: state, to: "voided"',
  ),
  returns("K9", "only the rest is refunded", ": capturedCents - refundedCents;", ": capturedCents;"),
  booksReturned(
    "K9",
    "returned money is booked",
    'if (!(await moveOrphan(tx, ref, { from: ["returning"], to, now }))) return false;\n  await bookAuthorization(tx, ref, authorization, now);',
    'if (!(await moveOrphan(tx, ref, { from: ["returning"], to, now }))) return false;',
  ),
  leavesRefused("K9", "money that was returned after all is not left as it is", "= holdsMoney(authorization)", "= true"),
  leavesRefused(
    "K9",
    "a return that nobody has refused is not given up",
    "if (orphans.some(({ ref }) => !refusals.has(ref))) return onItsWay;",
    "",
  ),
  leavesRefused(
    "K9",
    "a return that is being made is not given up",
    "if (!(await endRefusedJob(tx, jobOf(ref), now))) return onItsWay;",
    "",
  ),
  inFile("server/payments/sweep/decide.ts", refusedReturns)(
    "K9",
    "money that was handled in another way is never returned",
    " && !handled.has(ref)",
    "",
  ),
  inFile("server/payments/open-attempt.ts", refusedReturns)(
    "K9",
    "money that was handled in another way pays for no cart",
    " || (await findHandled(tx, orphans)).size > 0",
    "",
  ),
  inFile("server/payments/sweep/decide.ts", "tests/staff/jobs-and-payments.test.ts")(
    "K9",
    "a return that a colleague has overtaken is refused",
    "(await seenUnder(reader, key)) === seen",
    "seen !== undefined",
  ),
  refunds("orders", "a refund at the gateway is booked", "if (outcome.ok && outcome.value)", "if (false)"),
  refunds(
    "K9",
    "money without an order is no order's refund",
    "if (attempt.refusal_code !== null) continue;",
    "if (attempt.refusal_code === null) continue;",
  ),
  inFile("server/cli/sweep.ts", cliTests)(
    "gateway",
    "a silent gateway has a status of its own",
    'if (outcome.status !== "swept") {',
    'if (outcome.status !== "swept") return 0;\n  if (false) {',
  ),
  inFile("server/payments/queries/identity.ts", "tests/payments/keys.test.ts")(
    "K9",
    "a database has one id",
    "if (storedId !== undefined) return storedId;",
    "if (storedId !== undefined) return newShopId();",
  ),
  adapter("gateway", "an answer that contradicts itself is none", "|| !isConsistentAnswer(response)", ""),
  adapter("gateway", "a lookup that contradicts itself is none", "isWanted && isConsistent(response)", "isWanted"),
  adapter("gateway", "a 401 to a payment proves nothing", 'result.code === "unauthorized"', 'result.code === "no"'),
];
