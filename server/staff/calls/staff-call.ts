import { z } from "zod";
import { type Call, data } from "../../web/call.ts";
import type { Need } from "../rules/permissions.ts";

/**
 * `needs`: what the role must allow; absent: any member of the staff, or nobody yet. `money`: it
 * takes a proof of the last ten minutes.
 */
export type StaffCall = Call & { needs?: Need; money?: true };

/** The answer of a call that has nothing to say. */
export const nothing = data(z.strictObject({}));
