import { z } from "zod";
import { textLine } from "../text-schemas.ts";
import { type Call, data } from "../web/call.ts";
import type { Need } from "./people/rules/permissions.ts";

/**
 * `needs` is the permission that the role must have. A call without `needs` is open to all members
 * of the staff, and some such calls are also open to people who are not signed in. `money`: the
 * call needs a proof of identity from the last ten minutes.
 */
export type StaffCall = Call & { needs?: Need; money?: true };

/** An answer without data. */
export const nothing = data(z.strictObject({}));

/** The form's field for the version of the shown record, which `versionOf` computes. */
export const seen = textLine(64).default("");
