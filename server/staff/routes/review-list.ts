import type { RequestHandler } from "express";
import { countReviews, type ReviewMark, searchReviews } from "../../catalog/review-decisions.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { reviewCells, reviewsPage, reviewsView } from "../pages/review-list.ts";
import { staffReviewsBulkPath, staffReviewsFilePath, staffReviewsPath } from "../paths.ts";
import { type StaffParts, staffCall, staffOf, staffScreen } from "../require-staff.ts";
import { hideReviews, showReviews } from "../review-bulk.ts";
import { reviewSearchOf, reviewsQueryOf, selectedReviewsOf } from "../review-query.ts";
import { shownColumns } from "../rules/list-columns.ts";
import { reviewColumns } from "../rules/review-columns.ts";
import { listViews } from "../saved-views.ts";
import { deskOf } from "./desk.ts";
import { listBulk } from "./list-bulk.ts";
import { sendListFile } from "./list-file.ts";
import { reviewNotice, withVersion } from "./reviews.ts";

const pageSize = 30;
/** Beyond this number the list says “more than”. */
const mostCounted = 1000;
/** The most reviews of one file. */
const mostInFile = 500_000;

const actions = {
  show: {
    ...{ action: showReviews, title: "Show reviews", button: "Show" },
    consequence: "Shoppers will see them on the products’ pages.",
  },
  hide: { action: hideReviews, title: "Hide reviews", button: "Hide", consequence: "Shoppers won’t see them." },
};

/** Routes of the list of reviews, on a page and as a file, and of decisions on many. */
export function reviewListRoutes(shop: Shop, parts: StaffParts): Routes {
  const { db, now, dates, render } = shop;
  const reading = staffScreen(parts, "reviews:read");

  const list: RequestHandler = async (req, res) => {
    const upTo = now();
    const query = reviewsQueryOf(req.query);
    const search = reviewSearchOf(query);
    const found = await searchReviews(db, search, query, pageSize + 1);
    const reviews = found.slice(0, pageSize);
    const count = await countReviews(db, search, mostCounted + 1);
    const shown = {
      ...{ query, reviews: reviews.map(withVersion), upTo, notice: reviewNotice(req) },
      ...{ count: Math.min(count, mostCounted), isCapped: count > mostCounted },
      next: found.length > pageSize ? reviews.at(-1) : undefined,
      views: await listViews(db, staffOf(req).staffId, "reviews"),
      warning: req.query.notice === "unselected" ? "Select reviews first, or all that match." : undefined,
    };
    sendPage(res, render(reviewsView, reviewsPage(deskOf(req, res), dates, shown)));
  };

  const file: RequestHandler = async (req, res) => {
    const query = reviewsQueryOf(req.query);
    const shown = shownColumns(reviewColumns, query.columns);
    await sendListFile(res, dates, {
      ...{ name: "reviews.csv", columns: reviewColumns, chosen: query.columns, most: mostInFile },
      read: (after: ReviewMark | undefined, limit) =>
        searchReviews(db, reviewSearchOf(query), { sort: query.sort, after }, limit),
      mark: ({ at, id }) => ({ at, id }),
      cells: (review) => reviewCells(review, dates, shown),
    });
  };

  const { preview, running } = listBulk(shop, {
    ...{ path: staffReviewsPath, bulk: staffReviewsBulkPath, many: "reviews", picked: "review", actions },
    selectionOf: (fields) => selectedReviewsOf(fields, now()),
    read: (req) => readBody(staffCalls.runReviewsBulk, req),
  });

  return routes(
    screenRoute(staffReviewsPath, reading, list),
    screenRoute(staffReviewsFilePath, reading, file),
    screenRoute(staffReviewsBulkPath, staffScreen(parts, staffCalls.runReviewsBulk.needs), preview),
    callRoute(staffCalls.runReviewsBulk, staffCall(parts, { needs: staffCalls.runReviewsBulk.needs }), running),
  );
}
