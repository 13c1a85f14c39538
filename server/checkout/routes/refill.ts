import type { Request, Response } from "express";
import type { Outcome } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { clientAddress } from "../../web/network.ts";
import { ensureVisitorCookie } from "../../web/visitor.ts";
import { leavingPage } from "../change.ts";
import { checkoutOfCookie, setCheckoutCookie } from "../cookie.ts";
import { newCheckoutLimit, recordNewCheckout } from "../limits.ts";
import { refillCart } from "../refill.ts";

/** Fills this browser's cart for another feature, and sets the cookie of a new checkout. */
export const cartFiller =
  ({ db, now, leavePage }: Shop) =>
  (req: Request, res: Response) =>
  async (quantities: ReadonlyMap<string, number>, check: (added: ReadonlyMap<string, number>) => Outcome<string>) => {
    ensureVisitorCookie(req, res);
    const cookieCheckout = checkoutOfCookie(req);
    const trying = { address: clientAddress(req), now: now() };
    const limit = await newCheckoutLimit(db, trying);
    const refill = { visitor: req.visitor, checkoutId: cookieCheckout, ...trying, limit, wanted: quantities, check };
    const filled = await leavingPage({ visitor: req.visitor, checkoutId: cookieCheckout, leavePage }, () =>
      refillCart(db, refill),
    );
    if (filled.ok && filled.value.checkoutId !== cookieCheckout) {
      await recordNewCheckout(db, trying);
      setCheckoutCookie(req, res, filled.value.checkoutId);
    }
    return filled;
  };
