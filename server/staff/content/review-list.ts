import { countReviews, type ReviewSearch, reviewMark, reviewMarkOf, searchReviews } from "../../catalog/review-decisions.ts";
import { reviewState, reviewStates } from "../../catalog/rules/review-text.ts";
import { stateCell, timeCell, yesCell } from "../lists/columns.ts";
import { choiceFilter } from "../lists/filters.ts";
import { staffList } from "../lists/list.ts";
import { staffReviewPath, staffReviewsBulkPath, staffReviewsFilePath, staffReviewsPath } from "../paths.ts";
import { hideReviews, type ReviewSelection, showReviews } from "./review-bulk.ts";
import { reviewForm } from "./review-decision.ts";
import { reviewNotices, reviewStateWords } from "./review-page.ts";

const stars = ["", "5", "4", "3", "2", "1"] as const;
const starWords = { "": "Any stars", "5": "5 stars", "4": "4 stars", "3": "3 stars", "2": "2 stars", "1": "1 star" } as const;

/** The list of reviews; an address without a state shows the reviews that wait for a decision. */
export const reviewList = staffList({
  name: "reviews",
  title: "Reviews",
  path: staffReviewsPath,
  filePath: staffReviewsFilePath,
  needs: "reviews:read",
  one: "review",
  many: "reviews",
  pageSize: 30,
  filters: {
    state: choiceFilter([...reviewStates, "all"]),
    stars: choiceFilter(stars, { label: "Stars", options: () => stars.map((value) => ({ value, text: starWords[value] })) }),
  },
  views: { Waiting: { state: "waiting" }, Shown: { state: "shown" }, Hidden: { state: "hidden" }, All: { state: "all" } },
  sorts: { newest: "Newest first", oldest: "Oldest first" },
  search: ({ state, stars }): ReviewSearch => ({
    state: state === "all" ? undefined : state,
    stars: stars === "" ? undefined : Number(stars),
  }),
  read: ({ db }, search, { sort, after, limit }) => searchReviews(db, search, { sort, after: reviewMarkOf(after ?? "") }, limit),
  count: ({ db }, search, most) => countReviews(db, search, most),
  after: { shape: /^\d{1,15}-[\w.-]{1,100}$/, of: (review) => reviewMark(review) },
  id: ({ id }) => id,
  rowName: ({ product, author }) => `the review of ${product} by ${author}`,
  columns: {
    review: {
      label: "Review",
      cell: ({ id, title, body }, { shows }) => ({
        text: title || "Without a title",
        href: staffReviewPath(id),
        note: shows("text") ? "" : body,
      }),
    },
    text: { label: "Text", isOptional: true, cell: ({ body }) => body },
    product: { label: "Product", cell: ({ product }) => product },
    stars: { label: "Stars", isFigure: true, cell: ({ stars }) => String(stars) },
    author: { label: "Author", cell: ({ author }) => author },
    written: { label: "Written", isTime: true, cell: ({ at }, context) => timeCell(at, context) },
    bought: { label: "Bought here", isOptional: true, cell: ({ order_id }) => yesCell(order_id !== null) },
    state: { label: "State", isInFirstLine: true, cell: (review) => stateCell(reviewStateWords[reviewState(review)]) },
    answer: { label: "Our answer", isOptional: true, cell: ({ answer }) => answer },
  },
  bulk: {
    path: staffReviewsBulkPath,
    needs: "reviews:write",
    actions: {
      show: {
        label: "Show the selected",
        run: {
          action: showReviews,
          title: "Show reviews",
          button: "Show",
          consequence: "Shoppers will see them on the products’ pages.",
        },
      },
      hide: {
        label: "Hide the selected",
        run: { action: hideReviews, title: "Hide reviews", button: "Hide", consequence: "Shoppers won’t see them." },
      },
    },
    upTo: ({ now }) => now,
    all: (search, upTo, { now }): ReviewSelection => ({ ...search, upTo: upTo ?? now }),
    some: (ids, upTo, { now }): ReviewSelection => ({ ids, upTo: upTo ?? now }),
  },
  notices: reviewNotices,
  empty: () => "No reviews here.",
  rowForm: (review, filters) => reviewForm(review, filters),
});
