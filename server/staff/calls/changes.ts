import { staffUndoPath } from "../paths.ts";
import { nothing, type StaffCall } from "./staff-call.ts";

export const changeCalls = {
  // The role has to allow what the entry's kind of record asks for: the route looks it up.
  undoRecordChange: {
    method: "POST",
    path: staffUndoPath(":id"),
    summary: "Puts back what a change of the staff’s changed, where the record is still as that left it",
    guard: "csrf",
    answer: nothing,
    codes: ["signed_out", "reauthenticate", "changed"],
  },
} as const satisfies Record<string, StaffCall>;
