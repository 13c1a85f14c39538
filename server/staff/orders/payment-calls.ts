import { z } from "zod";
import { fieldErrors } from "../../web/call.ts";
import {
  staffHeldPaymentPath,
  staffHeldPaymentsPath,
  staffOrphanReturnPath,
  staffOrphansAcceptPath,
  staffPaymentLookUpPath,
  staffPaymentsPath,
  staffSweepPath,
} from "../paths.ts";
import { nothing, type StaffCall } from "../staff-call.ts";

const payments = { method: "POST", guard: "csrf", answer: nothing, needs: "payments:write" } as const;

/** The gateway's key of a payment. */
const key = z.string().min(1).max(300);

/**
 * The amount in cents and the states that the page has shown and the person agrees to. If they are
 * absent, the page shows them first.
 */
const agreed = {
  shownAmount: z.coerce.number().int().min(0).max(1_000_000_000_000).optional(),
  seen: z.string().max(100).optional(),
};

export const paymentCalls = {
  lookUpPayment: {
    ...payments,
    path: staffPaymentLookUpPath(":id"),
    screen: staffPaymentsPath,
    summary: "Asks the card gateway what became of a payment, and applies the answer",
    codes: ["signed_out", "outcome_unknown"],
  },
  endReview: {
    ...payments,
    needs: "orders:refund",
    path: staffHeldPaymentPath(":id"),
    screen: staffHeldPaymentsPath,
    summary: "Approves or refuses a payment that the card gateway holds for review",
    body: z.object({ decision: z.enum(["approve", "refuse"]) }),
    codes: ["signed_out", "reauthenticate", "held", "outcome_unknown", "failed"],
    money: true,
  },
  sweepPayments: {
    ...payments,
    path: staffSweepPath,
    screen: staffPaymentsPath,
    summary: "Compares the card gateway’s payments of the last seven days with the shop’s",
    codes: ["signed_out"],
  },
  returnOrphan: {
    ...payments,
    path: staffOrphanReturnPath,
    screen: staffPaymentsPath,
    summary: "Returns the money of a payment at the card gateway that has no order here",
    body: z.object({ key, ...agreed }),
    codes: ["signed_out", "reauthenticate", "unconfirmed", "changed", "not_found", "order_closed"],
    money: true,
  },
  acceptOrphans: {
    ...payments,
    path: staffOrphansAcceptPath,
    screen: staffPaymentsPath,
    summary: "Leaves the payments as they are that have no order here, or the one with a key",
    // `note` says how the money of the key was handled after its return was refused.
    body: z.object({ key: key.optional(), note: z.string().max(2000).optional(), ...agreed }),
    fieldErrors,
    codes: ["signed_out", "reauthenticate", "unconfirmed", "changed", "not_found", "order_closed", "outcome_unknown"],
    money: true,
  },
} as const satisfies Record<string, StaffCall>;
