import { inFile, type Mutation } from "../mutation.ts";

const concurrent = "tests/payments/concurrent-payments.test.ts";
const stockTests = "tests/catalog/stock.test.ts";
const promoTests = "tests/checkout/promo-uses.test.ts";

const stock = inFile("server/catalog/queries/stock.ts", stockTests);
const stockWork = inFile("server/catalog/stock.ts", stockTests);
const promos = inFile("server/checkout/queries/promos.ts", promoTests);
const promoWork = inFile("server/checkout/promos.ts", "tests/payments/recovery.test.ts");
const promoKinds = "tests/checkout/promo-kinds.test.ts";
const promoScopes = inFile("server/checkout/price-checkout.ts", promoKinds);
const firstOrders = inFile("server/checkout/queries/promos.ts", promoKinds);
const firstOrderClaims = inFile("server/checkout/promos.ts", promoKinds);
const taxInPrepare = inFile("server/payments/prepare.ts", "tests/checkout/tax-service.test.ts");
const promoRecords = inFile("server/checkout/promo-records.ts", promoKinds);
const sellingRules = "tests/checkout/selling-rules.test.ts";
const prices = inFile("server/checkout/queries/prices.ts", sellingRules);
const shippingRecords = inFile("server/checkout/shipping-records.ts", sellingRules);
const ready = inFile("server/checkout/ready.ts", "tests/payments/prepared-again.test.ts");
const prepare = inFile("server/payments/prepare.ts", concurrent);

export const stockAndPromos: readonly Mutation[] = [
  firstOrderClaims(
    "I9",
    "of two codes for a first order one is used",
    "(await insertFirstOrderClaim(tx, email, checkoutId)) &&",
    "(await insertFirstOrderClaim(tx, email, checkoutId), true) &&",
  ),
  firstOrderClaims(
    "I9",
    "a code for a first order looks for an order that was written meanwhile",
    "&& !(await findOrderOf(tx, email, checkoutId))",
    "",
  ),
  taxInPrepare("I7", "no payment begins without its tax", "if (hasTaxService && isTaxOpen(priced)) return taxAway;", ""),
  stock(
    "I1",
    "no more is held than is on hand",
    `.where((eb) => eb(eb("on_hand", "+", onHand), ">=", eb("reserved", "+", reserved)))`,
    "",
  ),
  stock("I1", "no more is released than is held", `.where((eb) => eb(eb("reserved", "+", reserved), ">=", 0))`, ""),
  stock("I1", "nothing is held that is not for sale", ".$if(forSale, (update) => update.where(isForSale))", ""),
  stockWork("I1", "what cannot be held is refused", "return await shortage(tx, variantId);", "continue;"),
  stockWork("I2", "units of one variant are summed before they are held", "of unitsByVariant(units)) {", "of units) {"),
  stockWork("I2", "a sale is a movement of stock", `await recordMovements(tx, units, "sold", orderId, now);`, ""),
  stockWork("I2", "a return is a movement of stock", `await recordMovements(tx, units, "restocked", orderId, now);`, ""),
  stockWork(
    "I2",
    "a change of stock that was refused undoes its transaction",
    "if (!(await changeStock(tx, changeOf(each))))",
    "if (!(await changeStock(tx, changeOf(each))) && false)",
  ),
  prepare("I2", "an attempt holds stock", "const reserved = await reserve(tx, units);", "const reserved = ok(undefined);"),
  prepare("I2", "an attempt remembers what it holds", "await insertReservations(tx, attempt.id, units);", ""),
  prepare("I9", "an attempt holds its promo", "if (promo) {", "if (promo && false) {"),
  promos(
    "I9",
    "a promo is used no more often than its limit",
    `.where((where) => where.or([where("usage_limit", "is", null), where("used", "<", where.ref("usage_limit"))]))`,
    "",
  ),
  promos("I9", "a promo that was stopped is not used", `.where("active", "=", 1)`, ""),
  promos("I9", "a promo is not used before it begins", `.where("starts_at", "<=", now)`, ""),
  promos("I9", "a promo is not used after its end", `.where("ends_at", ">=", now)`, ""),
  promos(
    "I9",
    "a held use is released once",
    `.where("id", "=", id).where("state", "=", "pending").executeTakeFirst();`,
    `.where("id", "=", id).executeTakeFirst();`,
  ),
  promos(
    "I9",
    "the use of an order is returned, not one that is held",
    `.where("state", "=", "used")
    .returning("promo_id")`,
    `.returning("promo_id")`,
  ),
  prices("I7", "a method is not taken for a place where it is not offered", "method && shipsTo(method, address, zone)", "method"),
  prices("I7", "no tax is taken where the shop does not collect it", "rate.nexus === 0", "rate.nexus === 2"),
  prices("I7", "no tax is taken before its day", "now < rate.nexus_from", "now < 0"),
  shippingRecords("I7", "a place is in one zone", "if (takenPlace) {", "if (takenPlace && fields.name === undefined) {"),
  promoScopes("I7", "a promo takes nothing off products that it is not for", "promoCovers(promo, variant)", "true"),
  promoScopes("I13", "a gift is not one of the units that a promo counts", "promoted: !gift && (", "promoted: gift || ("),
  firstOrders(
    "I9",
    "an order that was placed rules a first order out",
    `.where("email_norm", "=", email)`,
    `.where("id", "=", "")`,
  ),
  firstOrders("I9", "a canceled order is none", `.where("state", "<>", "canceled")`, ""),
  firstOrders("I9", "a promo of first orders is each email's once", "oncePerCustomer || firstOrderOnly", "oncePerCustomer"),
  promoRecords("I9", "a promo that was used keeps its meaning", "stored.used > 0 ?", "stored.used < 0 ?"),
  promoRecords("I9", "a limit is not set below the uses", "fields.usageLimit < stored.used", "fields.usageLimit < 0"),
  promoRecords(
    "I9",
    "a code is one promo's alone",
    "if (await isCodeTaken(tx, code, id))",
    "if ((await isCodeTaken(tx, code, id)) && false)",
  ),
  promoWork(
    "I9",
    "a held use is counted back",
    "await deleteRedemption(tx, id)) await decrementUses(tx, promo_id)",
    "await deleteRedemption(tx, id)) void promo_id",
  ),
  promoWork(
    "I9",
    "once per customer means once per mail",
    "const onceEmail = promo && isOnceEach(promo) ? mail : null;",
    "const onceEmail = null;",
    concurrent,
  ),
  ready(
    "I11",
    "nothing is sold to a state where it may not be sold",
    "...(await forbiddenThere(tx, priced.lines, shipping)),",
    "",
  ),
  ready(
    "I11",
    "an address whose postal code is of such a state is refused",
    "...(await forbiddenAtCode(tx, priced.lines, shipping)),",
    "",
    "tests/checkout/area-mismatch.test.ts",
  ),
  ready("presses", "an empty cart is not paid", "if (!priced.lines.some((line) => !line.gift))", "if (false)"),
  inFile("server/checkout/price-checkout.ts", "tests/payments/gift-ran-out.test.ts")(
    "I13",
    "a gift is in stock",
    "earned.filter((line) => !line.gift || isInStock(line, bought))",
    "earned",
  ),
  inFile("server/checkout/price-checkout.ts", "tests/checkout/gifts.test.ts")(
    "I13",
    "a gift is kept while it is earned",
    "sold.filter((line) => !line.gift || giftHolds(gifts, line.variant.productId))",
    "sold",
  ),
];
