import type { Request, RequestHandler, Response } from "express";
import { findReview, type ListedReview, searchReviews } from "../../catalog/review-decisions.ts";
import { type ReviewState, reviewState, reviewStates } from "../../catalog/rules/review-text.ts";
import { notFound, type Outcome, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { listChanges } from "../audit.ts";
import { staffCalls } from "../calls.ts";
import { auditHistory, staffIn } from "../pages/history.ts";
import { reviewsAddress, reviewsPage, staffReviewPage } from "../pages/reviews.ts";
import { staffReviewPath, staffReviewsPath } from "../paths.ts";
import { findStaffNames } from "../queries/people.ts";
import { saveRecord, versionOf } from "../records.ts";
import { auditSourceOf, type StaffParts, staffCall, staffOf, staffScreen } from "../require-staff.ts";
import { reviewKind } from "../review-kind.ts";
import { deskOf } from "./desk.ts";
import { typedLine } from "./typed-line.ts";

const pageSize = 30;
const notices: Readonly<Record<string, string>> = { shown: "Shown on the product’s page.", hidden: "Hidden.", saved: "Saved." };

const noticeOf = ({ query }: Request): string | undefined =>
  typeof query.notice === "string" && Object.hasOwn(notices, query.notice) ? notices[query.notice] : undefined;

/** `at-id`, as the address has it; anything else is the first page. */
function markOf(value: unknown): { at: number; id: string } | undefined {
  const match = /^(\d{1,15})-([\w.-]{1,100})$/.exec(typedLine(value, 120));
  return match?.[1] && match[2] ? { at: Number(match[1]), id: match[2] } : undefined;
}

/** The view of the address; the waiting ones where it names none. */
function stateOf({ query }: Request): ReviewState | undefined {
  if (query.state === "all") return undefined;
  return reviewStates.find((state) => state === query.state) ?? "waiting";
}

const withVersion = (review: ListedReview) => ({
  ...review,
  seen: versionOf({
    state: reviewState(review),
    answer: review.answer,
    stars: review.stars,
    title: review.title,
    text: review.body,
  }),
});

type ReviewRequest = Request<{ id: string }>;

/** Reviews that wait, are shown or hidden, and deciding about one. */
export function reviewStaffRoutes(shop: Shop, parts: StaffParts): Routes {
  const { db, now, dates, render } = shop;
  const reading = staffScreen(parts, { area: "reviews", access: "read" });

  const list: RequestHandler = async (req, res) => {
    const [state, before] = [stateOf(req), markOf(req.query.before)];
    const found = await searchReviews(db, { state, before }, pageSize + 1);
    const reviews = found.slice(0, pageSize).map(withVersion);
    const last = reviews.at(-1);
    const next = found.length > pageSize && last ? { at: last.at, id: last.id } : undefined;
    const shown = { state, isFirst: before === undefined, reviews, next, notice: noticeOf(req) };
    sendPage(res, render("staff/reviews", reviewsPage(deskOf(req, res), dates, shown)));
  };

  const draw = async (req: ReviewRequest, res: Response, refusal?: Refusal): Promise<string> => {
    const review = await findReview(db, req.params.id);
    if (!review) throw new RefusedPage(notFound);
    const entries = await listChanges(db, { kind: reviewKind.kind, id: review.id }, 50);
    const names = await findStaffNames(db, staffIn(entries.map(({ actor }) => actor)));
    const history = auditHistory(entries, names, dates, { kind: reviewKind, role: staffOf(req).role });
    const shown = { notice: noticeOf(req), refusal, typed: req.typed ?? {}, history };
    return render("staff/review", staffReviewPage(deskOf(req, res), dates, withVersion(review), shown));
  };
  const screen: RequestHandler<{ id: string }> = async (req, res) => sendPage(res, await draw(req, res));

  const deciding: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(staffCalls.decideReview, req);
    const { id } = req.params;
    if (!body.ok) return await respond<unknown>(req, res, body, { rerender: (refusal) => draw(req, res, refusal) });
    const { seen, from, state, answer } = body.value;
    const fields = { state, ...(answer !== undefined && { answer }) };
    const outcome: Outcome<unknown> = await saveRecord(db, reviewKind, { id, seen, fields }, auditSourceOf(req), now());
    const list = `${reviewsAddress(from)}&notice=${state}`;
    await respond(req, res, outcome, {
      next: answer === undefined ? list : `${staffReviewPath(id)}?notice=saved`,
      // The page has the words as they are now, which may be what has changed.
      rerender: (refusal) => draw(req, res, refusal),
      data: () => ({}),
    });
  };

  const { decideReview } = staffCalls;
  return routes(
    screenRoute(staffReviewsPath, reading, list),
    screenRoute(staffReviewPath(":id"), reading, screen),
    callRoute(decideReview, staffCall(parts, { needs: decideReview.needs }), deciding),
  );
}
