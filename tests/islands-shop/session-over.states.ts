/**
 * The markup alone does nothing: a call that met the end of its session redirects to the sign-in.
 */
export const states = { "while the session lasts": {} };
