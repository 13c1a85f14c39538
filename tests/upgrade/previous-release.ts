/**
 * The release before this one: the last commit whose migrations end with `lastMigration`. When a
 * release is made, both are set to it, and what only the release before it needed may go.
 */
export const previousRelease = "bfb8ebb216c4e082351081667363af19d8f5ece9";
export const lastMigration = "045-after-sale-kept";
