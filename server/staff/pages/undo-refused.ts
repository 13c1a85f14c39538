import { type DeskInput, deskFrame } from "./desk.ts";

/** Why a change was not undone, with the way back to the record. */
export const undoRefusedPage = (desk: DeskInput, record: string, error: string) => ({
  ...deskFrame(desk, "Not undone", undefined),
  record,
  error,
});

export type UndoRefusedPage = ReturnType<typeof undoRefusedPage>;
