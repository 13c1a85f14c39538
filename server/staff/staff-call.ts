import { z } from "zod";
import { textLine } from "../text-schemas.ts";
import { type Call, data } from "../web/call.ts";
import type { Need } from "./people/rules/permissions.ts";

/**
 * `needs`: the permission that the role must have; absent: any member of the staff, or nobody yet.
 * `money`: the call needs a proof of the last ten minutes.
 */
export type StaffCall = Call & { needs?: Need; money?: true };

/** An answer without data. */
export const nothing = data(z.strictObject({}));

/** The form's field for the version of the shown record, which `versionOf` computes. */
export const seen = textLine(64).default("");
