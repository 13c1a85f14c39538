import { z } from "zod";
import { reviewStates } from "../../catalog/rules/review-text.ts";
import { fieldErrors } from "../../web/call.ts";
import { staffReviewDecisionPath, staffReviewPath } from "../paths.ts";
import { nothing, type StaffCall } from "../staff-call.ts";

export const reviewStaffCalls = {
  decideReview: {
    method: "POST",
    path: staffReviewDecisionPath(":id"),
    screen: staffReviewPath(":id"),
    summary: "Shows, hides, or answers a review",
    guard: "csrf",
    body: z.object({
      seen: z.string().max(64),
      state: z.enum(reviewStates),
      answer: z.string().max(10_000).optional(),
      /** the filters of the list that contains the button */
      from: z.enum(reviewStates).optional(),
      stars: z
        .string()
        .regex(/^[1-5]?$/)
        .optional(),
    }),
    answer: nothing,
    fieldErrors,
    codes: ["signed_out", "changed"],
    needs: "reviews:write",
  },
} as const satisfies Record<string, StaffCall>;
