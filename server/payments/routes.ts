import type { Request, RequestHandler, Response } from "express";
import { setBilling } from "../checkout/billing.ts";
import { allowCardPage } from "../checkout/card-page.ts";
import { checkoutOfCookie, clearCheckoutCookie } from "../checkout/cookie.ts";
import { isPossibleId } from "../checkout/find.ts";
import { pageCancelPath, stepPath } from "../checkout/paths.ts";
import { type PaymentUnderWay, paymentScreen } from "../checkout/payment-screen.ts";
import { billingForm } from "../checkout/schema.ts";
import { showCheckout } from "../checkout/show.ts";
import { keepForSignIn, redirectOf } from "../checkout/sign-in.ts";
import { isConnectionLost } from "../db/failure.ts";
import { newId } from "../ids.ts";
import { confirmationPath } from "../orders/paths.ts";
import { type FieldError, invalidFields, type Outcome, type Refusal, refuse } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { clientAddress } from "../web/network.ts";
import { read } from "../web/read.ts";
import { isNative, respond, sendPage } from "../web/respond.ts";
import { behind, callRoute, type Routes, routes, screenRoute } from "../web/routes.ts";
import { csrfToken } from "../web/token.ts";
import { AttemptGate } from "./attempt-gate.ts";
import { paymentCalls } from "./calls.ts";
import { type PaymentForm, readPayment } from "./form.ts";
import { pay } from "./pay.ts";
import { isPaymentLink } from "./payment-link.ts";
import { findLastEnded, findLiveAttempt } from "./queries/attempts.ts";
import { heldText, outcomeOf, type Paid, pageOf } from "./rules/attempt.ts";
import { idempotencyKey } from "./schema.ts";
import { type PayTimes, payTimes } from "./times.ts";
import { type NeededWork, offerWork, readWork } from "./work.ts";

type ReceivedRequest = { form: Outcome<PaymentForm>; arrivedAt: number };

/**
 * The one call with card data. It is registered before the other parsers, and checks the token
 * after its own parser.
 */
export function paymentRoutes(shop: Shop, times: PayTimes = payTimes): Routes {
  const { db, now, config } = shop;
  // Kept apart from the request object, so that no other code finds a card on it.
  const receivedAt = new WeakMap<Request, ReceivedRequest>();
  const gate = new AttemptGate();

  const parse: RequestHandler = async (req, res, next) => {
    const arrivedAt = now();
    const submission = await readPayment(shop, req, res);
    if (!submission.ok) return await respond(req, res, withFormKey(submission));
    const { open, form } = submission.value;
    req.body = open;
    req.typed = open;
    receivedAt.set(req, { form, arrivedAt });
    next();
  };

  const payment: RequestHandler = async (req, res) => {
    const { form, arrivedAt } = receivedAt.get(req) ?? {};
    if (!form || arrivedAt === undefined) throw new Error("a payment came past its parser");
    try {
      const outcome = await payFor(req, form, arrivedAt);
      if (outcome.ok ? "orderId" in outcome.value : outcome.code === "held") clearPaidCheckoutCookie(req, res, form);
      await respondToPayment(req, res, outcome);
    } finally {
      if (form.ok && form.value.means && "card" in form.value.means) form.value.means.card.wipe();
    }
  };

  async function payFor(req: Request, form: Outcome<PaymentForm>, arrivedAt: number): Promise<Outcome<Paid>> {
    if (req.staleToken) return req.staleToken;
    if (!form.ok) return form;
    const key = idempotencyKey.safeParse(req.get("idempotency-key"));
    if (!key.success) return refuse("invalid", "“Idempotency-Key” must be 1 to 200 printable characters.");
    const billed = isNative(req) ? await billing(req) : undefined;
    if (billed?.ok === false && billed.code === "invalid_fields")
      return invalidFields([...(billed.errors ?? []), ...(await neededCardErrors(req, form.value))]);
    if (billed?.ok === false && billed.code === "invalid") return billed;
    // A checkout that can no longer be changed may be paid already; then the payment returns the
    // outcome.
    const { visitor } = req;
    const address = clientAddress(req);
    const work = form.value.work === undefined ? undefined : await readWork(shop, form.value.checkoutId, form.value.work);
    const call = { ...form.value, visitor, address, work, arrivedAt, idempotencyKey: key.data };
    return await gate.run(shop, { address, customerId: visitor.customerId, ...times }, () => pay(shop, call, times));
  }

  /**
   * The errors of the card, in addition to those of the billing address. An order of 0 needs no
   * card.
   */
  async function neededCardErrors(req: Request, { checkoutId, cardErrors }: PaymentForm): Promise<readonly FieldError[]> {
    const checkout = await showCheckout(db, { visitor: req.visitor, checkoutId, now: now(), tax: shop.tax });
    return checkout.ok && checkout.value.priced.total > 0 ? cardErrors : [];
  }

  async function billing(req: Request): Promise<Outcome<unknown>> {
    const choice = read(billingForm, req);
    if (!choice.ok) return choice;
    const { checkoutId, billingAddress } = choice.value;
    return await setBilling(db, { visitor: req.visitor, checkoutId, now: now(), tax: shop.tax }, { billingAddress });
  }

  const inputOf = (req: Request, res: Response, checkoutId: string) => ({
    visitor: req.visitor,
    checkoutId,
    now: now(),
    tax: shop.tax,
    token: csrfToken(req, res),
    dates: shop.dates,
    cardForm: config.cardForm,
  });

  async function respondToPayment(req: Request, res: Response, outcome: Outcome<Paid>): Promise<void> {
    const checkoutId = String(req.typed.checkoutId ?? "");
    if (outcome.ok) return await respond(req, res, outcome, { next: (paid) => placeAfter(paid, checkoutId) });
    if (!isNative(req)) return await respond(req, res, withFormKey(await withChallenge(outcome)));
    if (outcome.code === "not_found" || outcome.code === "signed_out")
      return await respond(req, res, outcome, { signIn: () => keepForSignIn(req, "payment", checkoutId) });
    const screen = await showRefused(req, res, outcome, checkoutId);
    if ("redirect" in screen) return res.redirect(303, await redirectOf(req, screen.redirect, "payment", checkoutId));
    if ("steps" in screen.page && !("form" in screen.page)) return res.redirect(303, stepPath("payment", checkoutId));
    allowCardPage(shop, res);
    await respond(req, res, outcome, { rerender: () => shop.render(screen.view, screen.page) });
  }

  /** Shows the step again. Without a database, redirects to the waiting page. */
  async function showRefused(req: Request, res: Response, refusal: Refusal, checkoutId: string) {
    try {
      return await paymentScreen(db, inputOf(req, res, checkoutId), { refusal, typed: req.typed });
    } catch (error) {
      if (refusal.code !== "paying" || !isConnectionLost(error) || !isPossibleId(checkoutId)) throw error;
      return { redirect: stepPath("payment", checkoutId) };
    }
  }

  /** Adds the challenge to the refusal of a payment that needs work. */
  async function withChallenge(refusal: Refusal): Promise<Refusal> {
    if (refusal.code !== "work_required") return refusal;
    return { ...refusal, data: { challenge: await offerWork(shop, refusal.data as NeededWork) } };
  }

  /** The state of a mailed link; the page's form sends its token as `work`. */
  async function linkShown(checkoutId: string, token: unknown, link: unknown) {
    if (link === "sent") return { link: "sent" as const };
    if (typeof token !== "string") return {};
    return (await isPaymentLink(shop, checkoutId, token)) ? { work: token } : { link: "lapsed" as const };
  }

  /**
   * What to show the holder of the checkout about a payment under way; others see no such page. A
   * shopper who comes from the gateway's page waits for the bank.
   */
  async function underWay({ query }: Request, checkoutId: string): Promise<{ underWay?: PaymentUnderWay }> {
    const attempt = isPossibleId(checkoutId) ? await findLiveAttempt(db, checkoutId) : undefined;
    if (attempt?.state === "held") return { underWay: { review: heldText } };
    const page = attempt && pageOf(attempt);
    if (page && query.returned !== undefined) return { underWay: { returned: true } };
    return page ? { underWay: { page, leave: pageCancelPath(checkoutId) } } : {};
  }

  /** Shows the payment step, with the outcome of an attempt that no request waited for. */
  const screen: RequestHandler<{ id: string }> = async (req, res) => {
    const { id } = req.params;
    const attempt = isPossibleId(id) ? await findLastEnded(db, id) : undefined;
    const outcome = attempt && outcomeOf(attempt);
    const lastRefusal = outcome?.ok === false ? outcome : undefined;
    const path = stepPath("payment", id);
    const draft = await (req as Request).findDraft(path);
    const { address, token, link } = req.query;
    const chosenAddress = typeof address === "string" ? address : undefined;
    const shown = await underWay(req as Request, id);
    // During a review the shopper may begin another cart.
    if (shown.underWay && "review" in shown.underWay && checkoutOfCookie(req as Request) === id)
      clearCheckoutCookie(req as Request, res);
    const screen = await paymentScreen(
      db,
      { ...inputOf(req as Request, res, id), chosenAddress },
      {
        lastRefusal,
        ...shown,
        ...(await linkShown(id, token, link)),
        ...(draft && { typed: draft.typed }),
      },
    );
    if ("redirect" in screen) return res.redirect(303, screen.redirect);
    if (draft) await (req as Request).deleteDraft(path);
    allowCardPage(shop, res);
    sendPage(res, shop.render(screen.view, screen.page));
  };

  return routes(behind([parse], callRoute(paymentCalls.pay, payment)), screenRoute(stepPath("payment", ":id"), screen));
}

/**
 * Where a browser without scripts goes after a press on Pay. The payment step has the form for a
 * gateway's page that takes a POST.
 */
function placeAfter(paid: Paid, checkoutId: string): string {
  if ("orderId" in paid) return confirmationPath(paid.orderId);
  return paid.page.method === "GET" ? paid.page.address : stepPath("payment", checkoutId);
}

/** Adds the key of the next press to a refusal. */
const withFormKey = (refusal: Refusal): Refusal => ({
  ...refusal,
  data: { ...(refusal.data as object | undefined), formKey: newId() },
});

/** Clears the cookie unless it names another checkout, which began meanwhile. */
function clearPaidCheckoutCookie(req: Request, res: Response, form: Outcome<PaymentForm>): void {
  const cookieCheckoutId = checkoutOfCookie(req);
  if (cookieCheckoutId === undefined || (form.ok && form.value.checkoutId === cookieCheckoutId)) clearCheckoutCookie(req, res);
}
