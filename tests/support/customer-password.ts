/** The password of customers whom a test writes into the database. */
export const password = "Green-leaf-42";

/**
 * Hashed at the lowest cost: with the shop's own settings each sign-in takes 30 to 50 ms of a core.
 */
export const passwordHash = "$argon2id$v=19$m=8,t=1,p=1$YSBjdXN0b21lciBvZiB1cw$IP74ai7lQGA9GLlxvMCVyQYT7TFGUSSAa0S/0VMb5xU";
