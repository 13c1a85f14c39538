import type { Request, Response } from "express";
import type { Outcome } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { answer, isNative, sendPage } from "../../web/answer.ts";
import { csrfToken } from "../../web/token.ts";
import type { Acting, WholeCheckout } from "../change.ts";
import type { Again, Leading, Looking } from "../pages/frame.ts";
import { takeNotice } from "../show.ts";
import { checkoutOf } from "../wire.ts";

export const actingOf = ({ now }: Shop, req: Request, checkoutId: string): Acting => ({
  visitor: req.visitor,
  checkoutId,
  now: now(),
});

export const lookingOf = (shop: Shop, req: Request, res: Response, checkoutId: string): Looking => {
  const token = csrfToken(req, res);
  return { ...actingOf(shop, req, checkoutId), token };
};

/** Sends a screen, or leads to the one that comes before it. */
export function sendScreen({ render }: Shop, res: Response, screen: Leading): void {
  if ("redirect" in screen) return void res.redirect(303, screen.redirect);
  sendPage(res, render(screen.view, screen.page));
}

/** The HTML of a screen that a refused form sees again. */
export const htmlOf = ({ render }: Shop, screen: Leading): string =>
  "redirect" in screen ? "" : render(screen.view, screen.page);

type FormWays = {
  /** the form's own screen: shown again after a refusal */
  page: (looking: Looking, again: Again) => Promise<Leading>;
  /** the id that the form sent, also when it was refused before it was read */
  checkoutId: string;
  next: string;
  data: (whole: WholeCheckout) => unknown;
};

/** Answers the form of a step: JSON or the next screen; a refused native form sees its screen again, or where its checkout has gone meanwhile. */
export async function answerStep(
  shop: Shop,
  req: Request,
  res: Response,
  outcome: Outcome<WholeCheckout>,
  ways: FormWays,
): Promise<void> {
  if (outcome.ok || !isNative(req)) return await answer(req, res, outcome, { next: ways.next, data: ways.data });
  if (outcome.status === 404) return await answer(req, res, outcome);
  const screen = await ways.page(lookingOf(shop, req, res, ways.checkoutId), { refusal: outcome, typed: req.typed });
  if ("redirect" in screen) return res.redirect(303, screen.redirect);
  await answer(req, res, outcome, { again: () => htmlOf(shop, screen) });
}

/** What a changed checkout answers in JSON, with what there is to be told; a page that is shown next tells it itself. */
export async function toldCheckout({ db }: Shop, req: Request, outcome: Outcome<WholeCheckout>) {
  if (outcome.ok && !isNative(req)) await takeNotice(db, outcome.value);
  return checkoutOf;
}

/** A typed id of a form that could not be read. */
export const typedId = (req: Request): string => (typeof req.typed.checkoutId === "string" ? req.typed.checkoutId : "");
