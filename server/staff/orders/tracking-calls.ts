import { z } from "zod";
import { textLines } from "../../text-schemas.ts";
import { staffTrackingPath, staffTrackingRunPath } from "../paths.ts";
import { nothing, type StaffCall } from "../staff-call.ts";
import { mostFileBytes } from "./tracking-lines.ts";

const shipping = { method: "POST", guard: "csrf", answer: nothing, needs: "orders:ship", screen: staffTrackingPath } as const;

export const trackingCalls = {
  tryTracking: {
    ...shipping,
    path: staffTrackingPath,
    summary: "Says what a file of tracking numbers would ship, and why it would leave out the rest",
    file: { field: "file", types: ["text/csv"] },
    codes: ["signed_out"],
  },
  shipTracking: {
    ...shipping,
    path: staffTrackingRunPath,
    summary: "Ships the orders of a file of tracking numbers",
    // `id` is the run's, which the page has made: a form that is sent twice ships once.
    body: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/), lines: textLines(mostFileBytes) }),
    codes: ["signed_out"],
  },
} as const satisfies Record<string, StaffCall>;
