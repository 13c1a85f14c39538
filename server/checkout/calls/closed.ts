/** Why a checkout cannot be changed (find.ts). */
export const closed = ["not_found", "signed_out", "paying", "completed"] as const;
