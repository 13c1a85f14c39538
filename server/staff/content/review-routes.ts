import type { Request, RequestHandler, Response } from "express";
import { findReview } from "../../catalog/review-decisions.ts";
import { notFound, type Outcome, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { staffContext } from "../context.ts";
import { withParameters } from "../lists/address.ts";
import { staffReviewPath, staffReviewsPath } from "../paths.ts";
import { historyOf } from "../records/history-routes.ts";
import { saveRecord } from "../records/records.ts";
import { auditSourceOf, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { reviewVersion } from "./review-decision.ts";
import { reviewKind } from "./review-kind.ts";
import { reviewNotices, staffReviewPage, staffReviewView } from "./review-page.ts";

/** The notice that the address names. */
const reviewNotice = ({ query }: Request): string | undefined =>
  Object.entries(reviewNotices).find(([name]) => name === query.notice)?.[1];

type ReviewRequest = Request<{ id: string }>;

/** Routes of a review, and of the decision on it. */
export function reviewStaffRoutes(shop: Shop, parts: StaffParts): Routes {
  const { db, now, dates, render } = shop;
  const reading = staffScreen(parts, "reviews:read");

  const renderReview = async (req: ReviewRequest, res: Response, refusal?: Refusal): Promise<string> => {
    const review = await findReview(db, req.params.id);
    if (!review) throw new RefusedPage(notFound);
    const history = await historyOf(shop, req as Request, reviewKind, review.id);
    const pageState = { notice: reviewNotice(req), refusal, typed: req.typed ?? {}, history };
    return render(
      staffReviewView,
      staffReviewPage(staffContext(req, res), dates, { ...review, seen: reviewVersion(review) }, pageState),
    );
  };
  const screen: RequestHandler<{ id: string }> = async (req, res) => sendPage(res, await renderReview(req, res));

  const deciding: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(staffCalls.decideReview, req);
    const { id } = req.params;
    if (!body.ok) return await respond<unknown>(req, res, body, { rerender: (refusal) => renderReview(req, res, refusal) });
    const { seen, from, stars, state, answer } = body.value;
    const fields = { state, ...(answer !== undefined && { answer }) };
    const outcome: Outcome<unknown> = await saveRecord(db, reviewKind, { id, seen, fields }, auditSourceOf(req), now());
    const list = withParameters(staffReviewsPath, [
      ["state", from ?? "all"],
      ...(stars ? [["stars", stars] as const] : []),
      ["notice", state],
    ]);
    await respond(req, res, outcome, {
      next: answer === undefined ? list : `${staffReviewPath(id)}?notice=saved`,
      // The page shows the present words, since the buyer may have changed them.
      rerender: (refusal) => renderReview(req, res, refusal),
      data: () => ({}),
    });
  };

  const { decideReview } = staffCalls;
  return routes(
    screenRoute(staffReviewPath(":id"), reading, screen),
    callRoute(decideReview, staffCall(parts, { needs: decideReview.needs }), deciding),
  );
}
