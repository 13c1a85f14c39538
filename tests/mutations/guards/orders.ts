import { inFile, type Mutation } from "../mutation.ts";

const cancelations = "tests/payments/concurrent-cancelations.test.ts";

const rivals = "tests/payments/concurrent-refunds.test.ts";

const settled = "tests/payments/settled-refunds.test.ts";

const settles = inFile("server/payments/settle-refund.ts", settled);
const elsewhereTests = "tests/payments/refused-elsewhere.test.ts";
const elsewhere = inFile("server/payments/settle-refund.ts", elsewhereTests);
const begins = inFile("server/payments/make-refund.ts", elsewhereTests);
const recovered = "tests/payments/refunds.test.ts";
const lockOrder = "tests/payments/lock-order.test.ts";
const cancelEndsCharge = inFile("server/orders/cancel.ts", "tests/staff/refused-money.test.ts");
const afterSale = inFile("server/orders/queries/after-sale.ts", rivals);
const ledger = inFile("server/orders/rules/ledger.ts", "tests/orders/ledger.test.ts");
const place = inFile("server/orders/place.ts", "tests/payments/pay.test.ts");
const requestReturn = inFile("server/orders/request-return.ts", "tests/orders/returns.test.ts");
const cancel = inFile("server/orders/cancel.ts", cancelations);
const totals = inFile("server/checkout/rules/totals.ts", "tests/checkout/totals.test.ts");
const driver = inFile("server/db/sqlite-driver.ts", "tests/db/writers.test.ts");

export const orderGuards: readonly Mutation[] = [
  ledger("I8", "a sale balances", "revenue: -subtotal", "revenue: -total"),
  ledger("I8", "a capture balances", "entries({ gateway: amount, receivable: -amount })", "entries({ gateway: amount })"),
  ledger(
    "I8",
    "what goes back is divided by largest remainder",
    "allocate(sold, [refundable.products, refundable.shipping, refundable.tax])",
    "[refundable.products, refundable.shipping, refundable.tax].map((part) => Math.round((sold * part) / sumOf(refundable)))",
  ),
  ledger("I8", "a refund balances", "[from]: -sumOf(parts) }", "[from]: 1 - sumOf(parts) }"),
  ledger(
    "I8",
    "no part of a refund exceeds what is left of it",
    "Object.values(rest).every((amount) => amount >= 0) ? parts",
    "Object.values(rest).length > 0 ? parts",
  ),
  inFile("server/orders/queries/after-sale.ts", "tests/payments/refunds.test.ts")(
    "I8",
    "no more is refunded than was paid",
    "} - $",
    "} + 99999 - $",
  ),
  afterSale(
    "I8",
    "an order is locked by what changes its money",
    `.where("id", "=", id).forUpdate());`,
    `.where("id", "=", id));`,
  ),
  afterSale(
    "states",
    "only a placed order is edited",
    `.where("state", "=", "placed")
    .returning("edit_count")`,
    `.returning("edit_count")`,
  ),
  requestReturn(
    "orders",
    "one form asks for one return",
    "if (earlier && isSame(earlier, reason, unitFields)) return ok({});",
    "",
  ),
  requestReturn(
    "orders",
    "a form of an older page asks for no second return",
    "if (order.return_count !== wish.seen) return returnsChanged;",
    "",
  ),
  requestReturn(
    "orders",
    "only its shopper asks for a return",
    "if (!order || !maySpeakFor(order, requester)) return notFound;",
    "if (!order) return notFound;",
  ),
  requestReturn(
    "orders",
    "a return that was declined is not asked for again",
    `unitsAsked(requests, progress.line.id, "declined")`,
    "0",
  ),
  inFile("server/orders/line-progress.ts", "tests/orders/returns.test.ts")(
    "orders",
    "no more comes back than was sent",
    "unreturned: sent - unitsOf(back)",
    "unreturned: kept - unitsOf(back)",
  ),
  requestReturn(
    "orders",
    "units of a declined return are not awaited",
    `if (decision === "declined") await deleteAwaited(tx, orderId, n);`,
    "",
  ),
  inFile("server/orders/rules/return-request.ts", "tests/orders/returns.test.ts")(
    "orders",
    "what was refunded alone is not asked for",
    "unreturned - declinedUnits - refundedAlone",
    "unreturned - declinedUnits",
  ),
  inFile("server/payments/queries/attempts.ts", rivals)(
    "orders",
    "the amount of a capture is settled once",
    `fn.coalesce("capture_amount", val(amount))`,
    "val(amount)",
  ),
  inFile("server/orders/cancel.ts", rivals)(
    "I2",
    "units that an edit took out are not restocked again",
    "quantity - removed(id)",
    "quantity",
  ),
  inFile("server/orders/ledger.ts", rivals)(
    "I7",
    "what was charged beyond an edit goes back",
    `await requestOwed(tx, orderId, "shop", now);`,
    "",
  ),
  inFile("server/orders/ledger.ts", rivals)(
    "I8",
    "a refund that its money left is withdrawn",
    `refund?.state !== "requested" || refund.amount <= (await balanceOf(tx, orderId))) return false;`,
    `refund?.state !== "requested" || refund.amount > 0) return false;`,
  ),
  inFile("server/orders/gateway-refund.ts", "tests/payments/sweep.test.ts")(
    "I6",
    "the shop's own calls are not taken over",
    `if (ownKey !== undefined && (await isOwn(tx, { key: ownKey, amount }))) return ok("known");`,
    "",
  ),
  inFile("server/orders/gateway-refund.ts", rivals)(
    "I8",
    "a refund at the gateway is booked once",
    `if (await findRefund(tx, key)) return ok("known");`,
    "",
  ),
  inFile("server/orders/line-progress.ts", rivals)(
    "I7",
    "no more units than are left are refunded or returned",
    "units < 1 || units > most",
    "units < 1",
  ),
  inFile("server/orders/take-out.ts", "tests/cli/after-sale.test.ts")(
    "I7",
    "an edit takes out no more than is left to pay",
    "if (net > remainder.products || tax > remainder.tax) return refundedAlready;",
    "",
  ),
  inFile("server/orders/edit.ts", "tests/staff/orders.test.ts")(
    "I7",
    "an edit has the sums that were agreed to",
    "if (shown && (shown.amount !== amount || shown.refund !== refund)) return sumChanged;",
    "",
  ),
  inFile("server/orders/refund.ts", "tests/staff/orders.test.ts")(
    "I6",
    "a refund has the sum that was agreed to",
    "if (shown !== undefined && shown !== amount) return sumChanged;",
    "",
  ),
  inFile("server/orders/take-out.ts", "tests/cli/after-sale.test.ts")(
    "I7",
    "an edit leaves something",
    "if (isCancelable && isLastSold(lineProgress, units)) return cancelInstead;",
    "",
  ),
  inFile("server/orders/refund.ts", "tests/cli/after-sale.test.ts")(
    "I2",
    "units that are refunded before they ship are taken out",
    `order.state === "placed" ? toShip(progress) : 0`,
    "0",
  ),
  inFile("server/orders/fulfil.ts", "tests/cli/after-sale.test.ts")(
    "states",
    "an order that was refunded in full is not sent",
    `notPaid(isBack ? "refunded" : money, `,
    "notPaid(money, ",
  ),
  inFile("server/orders/queries/search.ts", "tests/staff/orders.test.ts")(
    "states",
    "an order that was refunded in full is not to be packed",
    `eb.or([isPaid, eb(`,
    "eb.or([isCharged, eb(",
  ),
  inFile("server/orders/return-refund.ts", "tests/cli/after-sale.test.ts")(
    "orders",
    "units that were refunded are not refunded again when they come back",
    "Math.min(units, progress.unrefunded.units)",
    "units",
  ),
  place("I12", "an order has its confirmation", `["confirmation-mail", "order-notice"]`, `["order-notice"]`),
  inFile("server/orders/queries.ts", "tests/orders/confirmation.test.ts")(
    "I12",
    "a purchase is reported once",
    `.where("reported_at", "is", null)`,
    "",
  ),
  inFile("server/orders/queries.ts", "tests/payments/concurrent-payments.test.ts")(
    "I14",
    "an order number is used once",
    `value: eb("value", "+", 1)`,
    `value: eb("value", "+", 0)`,
  ),
  inFile("server/jobs/enqueue.ts", "tests/jobs/enqueue.test.ts")(
    "I12",
    "a job is enqueued once",
    `.onConflict((conflict) => conflict.columns(["kind", "subject"]).doNothing())`,
    "",
  ),
  cancel("I2", "a canceled order's units are restocked", "await restock(tx, await unitsToShip(tx, id), id, now);", ""),
  cancel("I9", "a canceled order returns its promo", "await giveUseBack(tx, checkoutId);", ""),
  cancel("I8", "a canceled order's money goes back", "if (total > 0) await enqueue", "if (total < 0) await enqueue"),
  inFile("server/orders/cancel.ts", "tests/orders/cancel.test.ts")(
    "states",
    "a customer cancels an order of their own",
    "if (order?.customer_id !== customerId) return notFound;",
    "if (!order) return notFound;",
  ),
  inFile("server/orders/fulfil.ts", cancelations)(
    "states",
    "only a placed order is sent",
    'if (order.state !== "placed") return',
    'if (order.state === "canceled") return',
  ),
  inFile("server/orders/queries/states.ts", cancelations)(
    "states",
    "only a placed order is canceled",
    `.set({ state: "canceled", canceled_at: now })
    .where("id", "=", orderId)
    .where("state", "=", "placed")`,
    `.set({ state: "canceled", canceled_at: now })
    .where("id", "=", orderId)`,
  ),
  inFile("server/orders/rules/access.ts", "tests/orders/access.test.ts")(
    "orders",
    "an order's details are for its customer",
    "(order.customerId !== null && order.customerId === viewer.customerId)",
    "order.customerId !== null",
  ),
  inFile("server/orders/rules/access.ts", "tests/orders/access.test.ts")(
    "orders",
    "an order's details are for the browser that paid",
    "visitor !== null && visitor === viewer.id &&",
    "visitor !== null &&",
  ),
  inFile("server/orders/detail.ts", "tests/orders/order-page.test.ts")(
    "orders",
    "an order's page is for its customer",
    "visitor.customerId !== undefined && order.customerId === visitor.customerId",
    "visitor.customerId !== undefined",
  ),
  inFile("server/orders/detail.ts", "tests/orders/order-page.test.ts")(
    "orders",
    "an order's page needs a session or a grant",
    "if (!owned && !(await grantedOrder(db, visitor.id, order.id, now))) return undefined;",
    "",
  ),
  inFile("server/orders/queries.ts", "tests/orders/lookup.test.ts")(
    "orders",
    "an order is found by its number and its email",
    `.where("number", "=", number)
    .where("email_norm", "=", emailNorm)`,
    `.where("number", "=", number)`,
  ),
  inFile("server/orders/queries/grants.ts", "tests/orders/lookup.test.ts")(
    "orders",
    "a grant is of one browser",
    `.where("visitor", "=", visitor)
    .where("order_id", "=", orderId)
    .where("until"`,
    `.where("order_id", "=", orderId)
    .where("until"`,
  ),
  totals("I7", "a discount is no more than what it is off", "return Math.min(promo.amount, value);", "return promo.amount;"),
  inFile("server/checkout/rules/shipping-rate.ts", "tests/checkout/totals.test.ts")(
    "I7",
    "a code for free shipping makes it free",
    ` || (promo?.kind === "shipping" && coversMethod(promo, method.id))) return 0;`,
    ") return 0;",
  ),
  inFile("server/checkout/rules/shipping-rate.ts", "tests/checkout/promo-kinds.test.ts")(
    "I7",
    "a code for free shipping is for its methods alone",
    " && coversMethod(promo, method.id)",
    "",
  ),
  inFile("server/checkout/rules/part-of.ts", "tests/checkout/totals.test.ts")(
    "I7",
    "tax is rounded half up",
    "+ BigInt(whole)) / (BigInt(whole) * 2n)",
    ") / (BigInt(whole) * 2n)",
  ),
  totals(
    "I7",
    "a discount is distributed by largest remainder",
    `const discounts = allocate(
    discount,
    units.map((line) => (isPromoted(line) ? line.unitPrice * line.quantity : 0)),
  );`,
    "const discounts = amounts.map((amount) => Math.floor((discount * amount) / subtotal));",
  ),
  inFile("server/db/group-commit.ts", "tests/db/group-commit.test.ts")(
    "locks",
    "a write begins with the lock",
    '#whenUnlocked(() => this.#file.exec("BEGIN IMMEDIATE")',
    '#whenUnlocked(() => this.#file.exec("BEGIN")',
  ),
  driver("locks", "a commit is on the disk", `"synchronous = FULL"`, `"synchronous = NORMAL"`, "tests/db/durability.test.ts"),
  driver("locks", "foreign keys are kept", `"foreign_keys = ON"`, `"foreign_keys = OFF"`, "tests/db/durability.test.ts"),
  inFile("server/db/postgres.ts", "tests/db/durability.test.ts")(
    "locks",
    "a commit is on PostgreSQL's disk",
    "SET synchronous_commit = on",
    "SET synchronous_commit = off",
  ),
  inFile("server/db/transaction.ts", "tests/db/durability.test.ts")(
    "locks",
    "a deadlock is tried again",
    "if (!isTransient(error) || runOnce === tries || performance.now() - began > triesMs) throw error;",
    "throw error;",
  ),
  settles("orders", "a refund is settled once", "await refuseDecided(tx, refund)", "undefined"),
  settles(
    "orders",
    "a gateway that is silent about the payment settles nothing",
    `if (payment.status === "unknown") return undefined;`,
    "",
  ),
  settles(
    "orders",
    "a refund that was asked for meanwhile is not settled",
    "if (refund.sent_at !== paidRefund.sent_at) return underWay;",
    "",
  ),
  settles(
    "orders",
    "a refund is not settled while its call may be under way",
    "if (mayBeUnderWay(refund, now())) return underWay;",
    "",
  ),
  elsewhere(
    "orders",
    "what went back already is not settled as well",
    "const withdrawn = await withdrawUnpayable(tx, refund.order_id, refund.key, now());",
    "const withdrawn = false;",
  ),
  inFile("server/orders/gateway-refund.ts", elsewhereTests)(
    "I6",
    "a refund that comes after it was settled is booked",
    " && refund.settled_event === null &&",
    " &&",
  ),
  inFile("server/orders/gateway-refund.ts", elsewhereTests)(
    "I6",
    "no refund gets the key of a lost one",
    "await passRefundNumber(tx, orderId, refundNumberOf(ownKey, orderId));",
    "void 0;",
  ),
  inFile("server/orders/gateway-refund.ts", elsewhereTests)(
    "I8",
    "refunds whose money went back elsewhere are withdrawn",
    "await withdrawAllUnpayable(tx, orderId, now);",
    "",
  ),
  inFile("server/payments/sweep/sweep.ts", elsewhereTests)(
    "K9",
    "a comparison waits for charges that are not booked yet",
    "claimed.period.week && !outcome.waits &&",
    "claimed.period.week &&",
  ),
  inFile("server/orders/fulfil.ts", elsewhereTests)(
    "I2",
    "a gift does not ship alone",
    "if (order.shipment_count === 0 && isNothingToSend(lineProgress))",
    "if (false)",
  ),
  settles(
    "orders",
    "a refund is not settled while a process is at it",
    `if (!isManual(attempt) && !(await endJob(tx, { kind: "refund", subject: refund.key }, now()))) return underWay;`,
    `await endJob(tx, { kind: "refund", subject: refund.key }, now());`,
  ),
  settles(
    "orders",
    "what the gateway has refunded after all is booked instead",
    `return answer.status === "approved" && answer.amountCents === refund.amount ? { ref: answer.ref } : "not made";`,
    `return "not made";`,
  ),
  settles("orders", "nothing is settled while the gateway is silent", `if (answer.status === "unknown") return undefined;`, ""),
  settles("orders", "what went back at the gateway is booked first", "refundedCents > booked ?", "refundedCents < 0 ?"),
  settles("orders", "a settled refund moves its payment on", "await moveOn(tx, attempt, now());", ""),
  inFile("server/orders/gateway-refund.ts", "tests/payments/refused-elsewhere.test.ts")(
    "orders",
    "a refund at the dashboard takes the place of a refused one",
    "isRefused(each) && each.sent_at === null &&",
    "each.sent_at === 0 &&",
  ),
  inFile("server/orders/ledger.ts", "tests/payments/refused-elsewhere.test.ts")(
    "orders",
    "its units are refunded by the other",
    "lines.map((line) => ({ ...line, n: newRefund.n })),",
    "[],",
  ),
  inFile("server/orders/ledger.ts", "tests/payments/refused-elsewhere.test.ts")(
    "orders",
    "and so is what was returned",
    "[key, ...withdrawn.map((each) => each.key)]",
    "[key]",
  ),
  inFile("server/payments/make-refund.ts", settled)(
    "orders",
    "what was settled is not refunded as well",
    "if (!(await recordRefundSent(tx, key, now()))) return false;",
    "await recordRefundSent(tx, key, now());",
  ),
  begins(
    "orders",
    "a refund whose money went back is withdrawn before it is asked for",
    `if (state === "refunded" && (await withdrawUnpayable(tx, orderId, key, now()))) return false;`,
    "",
  ),
  begins("K8", "a refund that was begun goes on", `if (state === "refunding") return true;`, "", recovered),
  begins(
    "states",
    "a payment is being refunded before the gateway is asked",
    `await moveAttempt(tx, id, { from: state, to: "refunding", now: now() });`,
    "",
    recovered,
  ),
  begins(
    "K8",
    "processes are killed where a refund begins",
    `await shop.failpoint("refund.begin");`,
    "",
    "tests/payments/failpoints.test.ts",
  ),
  begins(
    "locks",
    "a refund that ends locks its order before the payment",
    "const to = refundState(await bookRefunded(",
    "await lockAttempt(tx, attempt.id);\n    const to = refundState(await bookRefunded(",
    lockOrder,
  ),
  inFile("server/payments/sweep/decide.ts", lockOrder)(
    "locks",
    "a return that begins locks the payment first",
    `  const attempt = attempt_id === null ? undefined : await lockAttempt(tx, attempt_id);
  if (!(await moveOrphan(tx, ref, { from, to: "returning", now }))) return false;`,
    `  if (!(await moveOrphan(tx, ref, { from, to: "returning", now }))) return false;
  const attempt = attempt_id === null ? undefined : await lockAttempt(tx, attempt_id);`,
  ),
  inFile("server/payments/sweep/book-returned.ts", lockOrder)(
    "locks",
    "a return that ends locks the payment first",
    `  const attempt = attempt_id === null ? undefined : await lockAttempt(tx, attempt_id);
  if (!(await moveOrphan(tx, ref, { from: ["returning"], to, now }))) return false;`,
    `  if (!(await moveOrphan(tx, ref, { from: ["returning"], to, now }))) return false;
  const attempt = attempt_id === null ? undefined : await lockAttempt(tx, attempt_id);`,
  ),
  inFile("server/payments/invariants/gateway-transactions.ts", settled)(
    "I6",
    "what was paid by other means is still at the gateway",
    "if (refunded === atGateway ||",
    "if (refunded >= 0 ||",
  ),
  inFile("server/payments/queries/audit.ts", settled)(
    "I6",
    "what was paid by other means is no refund at the gateway",
    "atGateway: refunded - (otherwise.get(order_id) ?? 0)",
    "atGateway: refunded",
  ),
  inFile("server/jobs/find.ts", "tests/jobs/refused.test.ts")(
    "K11",
    "a refused refund is listed at once",
    "eb.or([isOverdue(now)(eb), isRefused(eb)])",
    "isOverdue(now)(eb)",
  ),
  cancelEndsCharge(
    "K11",
    "the charge of a canceled order is over",
    `await endJob(tx, { kind: "capture", subject: id }, now);`,
    "",
  ),
];
