import { staffPath, staffUndoPath } from "../paths.ts";
import { nothing, type StaffCall } from "../staff-call.ts";

export const changeCalls = {
  // This call has no `needs`, since the needed permission depends on the record of the entry. The
  // route finds the entry's kind of record, and then checks that kind's permission.
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
