/**
 * The island's markup alone does nothing. The page is led to the sign-in only after a call found
 * that its session has ended, and inserted this island.
 */
export const states = { "while the session lasts": {} };
