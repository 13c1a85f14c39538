import { type DecidedReview, decideReview, lockReview } from "../../catalog/review-decisions.ts";
import { staffReviewPath } from "../paths.ts";
import type { RecordKind } from "../records/records.ts";

/**
 * The staff's decision on a review. The buyer's words are compared too: if they change, the page is
 * outdated.
 */
export const reviewKind: RecordKind<DecidedReview> = {
  kind: "review",
  needs: "reviews:write",
  name: ({ title, stars }) => title || `Review with ${stars} stars`,
  path: staffReviewPath,
  labels: { state: "State", answer: "Answer", stars: "Stars", title: "Title", text: "Text" },
  read: lockReview,
  write: decideReview,
};
