import { signInPath } from "../../server/customers/paths.ts";

/** It leads to the sign-in. */
export const states = { "on the way to the sign-in": {} };
export const answers = { "on the way to the sign-in": { [signInPath]: "<p>The sign-in page</p>" } };
