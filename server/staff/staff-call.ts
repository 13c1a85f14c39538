import { z } from "zod";
import { textLine } from "../text-schemas.ts";
import { type Call, data } from "../web/call.ts";
import type { Need } from "./people/rules/permissions.ts";

/**
 * `needs`: the permission that the role must have; without it, all members of the staff may call,
 * or also people who are not signed in. `money`: the call needs a proof of the last ten minutes.
 */
export type StaffCall = Call & { needs?: Need; money?: true };

/** An answer without data. */
export const nothing = data(z.strictObject({}));

/** The form's field for the version of the shown record, which `versionOf` computes. */
export const seen = textLine(64).default("");
