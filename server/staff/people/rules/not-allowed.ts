import { refuse } from "../../../outcome.ts";

/** The refusal of an action whose permission the role lacks. */
export const notAllowed = refuse("forbidden", "Your role doesn’t include this. An owner can change it.");
