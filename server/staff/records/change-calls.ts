import { staffPath, staffUndoPath } from "../paths.ts";
import { nothing, type StaffCall } from "../staff-call.ts";

export const changeCalls = {
  // The route looks up the entry's kind of record, whose permission the role needs.
  undoRecordChange: {
    method: "POST",
    path: staffUndoPath(":id"),
    screen: staffPath,
    summary: "Puts back what a change of the staff’s changed, where the record is still as that left it",
    guard: "csrf",
    answer: nothing,
    codes: ["signed_out", "reauthenticate", "changed"],
  },
} as const satisfies Record<string, StaffCall>;
