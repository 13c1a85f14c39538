import { refuse } from "../../outcome.ts";

/** What is asked for takes a permission that the role lacks. */
export const notAllowed = refuse("forbidden", "Your role doesn’t include this. An owner can change it.");
