import { inFile, type Mutation } from "../mutation.ts";

const press = "tests/payments/press.test.ts";
const pay = "tests/payments/pay.test.ts";
const changed = "tests/payments/changed.test.ts";

const prepare = inFile("server/payments/prepare.ts", pay);
const same = inFile("server/payments/same-press.ts", press);
const keys = inFile("server/payments/queries/request-keys.ts", press);
const testing = "tests/payments/card-testing.test.ts";
const limits = inFile("server/payments/rate-limits.ts", testing);
const routes = inFile("server/payments/routes.ts", press);
const holders = inFile("server/checkout/find.ts", "tests/checkout/holder.test.ts");
const terms = inFile("server/checkout/rules/terms.ts", changed);

export const pressGuards: readonly Mutation[] = [
  prepare(
    "presses",
    "a checkout that has an order answers it",
    'if (checkout.orderId) return ok({ step: "respond", outcome: ok({ orderId: checkout.orderId }) });',
    "",
  ),
  prepare(
    "presses",
    "a checkout that is not open is not paid",
    `if (checkout.state !== "open") return notFound;`,
    "",
    "tests/payments/prepared-again.test.ts",
  ),
  prepare("presses", "a press that repeats another makes no attempt", "if (earlier) return ok(earlier);", "", press),
  prepare(
    "I7",
    "what changed since it was shown is not charged",
    "changesBetween(agreed, quotedNow(checkout, priced)).length > 0)",
    "false)",
    changed,
  ),
  prepare(
    "I13",
    "a gift that went is told before the charge",
    "priced.lapsed.gift ||",
    "",
    "tests/payments/gift-ran-out.test.ts",
  ),
  prepare(
    "presses",
    "the card's own errors are told before the charge",
    "if (byCard && call.cardErrors.length > 0) return invalidFields(call.cardErrors);",
    "",
  ),
  prepare("019", "many declined cards cost work", "if (limit) return limit;", "", "tests/payments/rate-limits.test.ts"),
  same("presses", "a form that met another total agrees to none", "await claimPress(tx, call, null, now);", ""),
  same(
    "presses",
    "a key that met another total does not agree to the new one",
    "if (key !== undefined && quote === undefined) await setFingerprintQuote",
    "if (false) await setFingerprintQuote",
  ),
  same("presses", "an Idempotency-Key of another checkout or quote is refused", "return keyConflict;", "return undefined;"),
  prepare(
    "presses",
    "a key that is used makes no attempt",
    'return (await claimPress(tx, call, attempt.id, now)) ? ok({ step: "pay", attempt }) : alreadyAnswered();',
    'await claimPress(tx, call, attempt.id, now);\n  return ok({ step: "pay", attempt });',
    press,
  ),
  same(
    "presses",
    "a waiting press keeps its key",
    'await claimPress(tx, call, attempt.id, now);\n    return { step: "wait"',
    'return { step: "wait"',
  ),
  same(
    "presses",
    "an undecided attempt is waited for",
    "if (isLive(attempt.state)) {",
    "if (false) {",
    "tests/payments/concurrent-payments.test.ts",
  ),
  same(
    "leases",
    "an attempt without an owner is resolved before another",
    `if (!isLeased(attempt, now)) return { step: "resolve", attempt };`,
    "",
    "tests/payments/lost-answers.test.ts",
  ),
  same(
    "presses",
    "a form pressed after its refusal starts nothing",
    'const repeats = !outcome.ok && match.by === "form"',
    'const repeats = false && match.by === "form"',
  ),
  same("presses", "a form whose attempt this press resolved hears its outcome", " && attempt.id !== resolved;", ";"),
  same(
    "presses",
    "a repeated Idempotency-Key is answered by its attempt",
    `if (byHeader) return { attempt: byHeader, by: "header" };`,
    "",
    "tests/payments/rate-limits.test.ts",
  ),
  keys(
    "presses",
    "an Idempotency-Key names an attempt of its own checkout",
    `.where("idempotency_key.checkout_id", "=", checkoutId)`,
    "",
    "tests/payments/attempt-moves.test.ts",
  ),
  keys("presses", "a form's key names an attempt of its own checkout", `.where("form_key.checkout_id", "=", checkoutId)`, ""),
  terms("I7", "another total is a change", "...(quoted.total === now.total ? [] : [total]),", ""),
  terms("I7", "other lines are a change", "linesKey(one) === linesKey(other)", "true"),
  terms("I7", "another shipping address is a change", "one && other ? sameAddress(one, other) : one === other", "true"),
  terms("I7", "another shipping method is a change", "one.shippingMethod?.id === other.shippingMethod?.id", "true"),
  terms("I7", "another email is a change", "same: (one, other) => one.email === other.email", "same: () => true"),
  inFile("server/checkout/queries/quotes.ts", pay)(
    "I7",
    "a quote is of its own checkout",
    `.select(["id", "total", "terms"]).where("checkout_id", "=", checkoutId)`,
    `.select(["id", "total", "terms"])`,
  ),
  routes(
    "presses",
    "a payment needs its token",
    "if (req.staleToken) return req.staleToken;",
    "",
    "tests/payments/native.test.ts",
  ),
  inFile("server/payments/rate-limits.ts", "tests/payments/rate-limits.test.ts")(
    "019",
    "five declined cards of a checkout cost no work",
    'kind: "card-declined-checkout", subject: checkoutId, within: day, free: 5',
    'kind: "card-declined-checkout", subject: checkoutId, within: day, free: 500',
  ),
  limits(
    "019",
    "declines count by address",
    '"card-declined-address", subject: networkOf(address), within: hour, free: 30',
    '"card-declined-address", subject: networkOf(address), within: hour, free: 3000',
  ),
  limits(
    "019",
    "declines count by wider network",
    '"card-declined-network", subject: widerNetworkOf(address), within: hour, free: 60',
    '"card-declined-network", subject: widerNetworkOf(address), within: hour, free: 6000',
  ),
  limits("019", "the shop's budget refuses", "if (shop.count >= shop.most) return", "if (false) return"),
  limits("019", "customers have a budget of their own", 'customerId ? "customers" : "guests"', '"guests"'),
  limits("019", "work is for its own checkout", "work?.checkoutId !== payer.checkoutId", "!work"),
  limits("019", "work is used once", "enough && (await consumeChallenge(tx, work.nonce, work.expiresAt))", "enough"),
  limits("019", "too little work is refused", "isEnoughWork(work.factor, (refusal.data as NeededWork).factor)", "true"),
  inFile("server/payments/work.ts", testing)(
    "019",
    "work of a sign-up does not pay",
    "work?.action !== action ||",
    "work === undefined ||",
  ),
  inFile("server/web/proof-of-work/challenges.ts", testing)(
    "019",
    "expired work is refused",
    "if (expiresAt * 1000 <= now()) return undefined;",
    "",
  ),
  keys(
    "presses",
    "a key is of one quote",
    "first.checkout_id === row.checkout_id && first.quote === row.quote",
    "first.checkout_id === row.checkout_id",
  ),
  keys(
    "presses",
    "a key is of one checkout",
    "first.checkout_id === row.checkout_id && first.quote === row.quote",
    "first.quote === row.quote",
  ),
  inFile("server/checkout/find.ts", "tests/payments/rate-limits.test.ts")(
    "034",
    "a customer's checkout is paid by that customer",
    ": customerId === visitor.customerId;",
    ": visitor.id !== customerId;",
  ),
  holders(
    "034",
    "a guest's checkout is held by one browser",
    "holder !== undefined && holder === visitor.id",
    "holder !== undefined",
  ),
  holders(
    "034",
    "who does not hold a guest's checkout reads its lines alone",
    'as === "reader" ? linesAlone(checkout) : checkout',
    "checkout",
  ),
  holders("034", "a sign-in takes no cart that another browser holds", 'access.value.as === "reader" ? notFound : ', ""),
];
