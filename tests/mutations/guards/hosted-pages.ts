import { inFile, type Mutation } from "../mutation.ts";

const test = "tests/payments/hosted-page.test.ts";
const leaving = inFile("server/payments/leave-page.ts", test);
const presses = inFile("server/payments/same-press.ts", test);
const verdicts = inFile("server/payments/apply-verdict.ts", test);
const screens = inFile("server/payments/page-routes.ts", test);
const changes = inFile("server/checkout/change.ts", test);

/** Guards of payments on a page of the gateway. */
export const hostedPageGuards: readonly Mutation[] = [
  leaving("K14", "an unpaid page stays open for its time", "if (!leaves && shop.now() < (attempt.hold_until ?? 0)) return;", ""),
  leaving("K15", "a page that was given up is closed", "await shop.gateway.closePage?.(", "await shop.gateway.check?.("),
  leaving("K14", "a page that refuses to close is looked up", 'closed.status === "error"', "false"),
  presses("K14", "the same quote leads to the same page", "!agreesWithPage(call, attempt, now)", "true"),
  presses("K14", "another payment method gives the page up", "meansId === undefined &&", "true &&"),
  verdicts("K14", "an unpaid page counts like a declined card", 'refusal: "unpaid", counts: true', 'refusal: "unpaid"'),
  inFile("server/payments/reconcile.ts", test)(
    "K14",
    "only the holder gives a page up",
    "const checkoutId = await findHeldId(shop.db, visitor, id);",
    "const checkoutId = id;",
  ),
  inFile("server/payments/queries/leases.ts", test)(
    "K14",
    "a wait ends though the clock went back",
    "hold_until: now + hold",
    "",
  ),
  screens("K15", "a return finds late money", 'if (attempt.state !== "not_found") return;', "return;"),
  changes("K14", "a changed cart gives the page up", "isBeingPaid && (await leavePage?.(visitor, checkoutId))", "false"),
];
