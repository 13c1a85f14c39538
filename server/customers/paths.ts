/** The path of the sign-in; visitors without a session are redirected there. */
export const signInPath = "/identity/signin/";

/** The path where a signed-in customer gives a proof of identity before a sensitive change. */
export const reauthenticatePath = "/identity/reauthenticate/";

/** Tells whether there is a recent proof. A form that needs a proof asks this before it is sent. */
export const recentProofPath = `${reauthenticatePath}recent/` as const;

/** The page of a mailed link that undoes a change of email or the closing of an account. */
export const undoPath = "/identity/undo/";

/** The path of the sign-in that then leads to `page`. */
export const signInFor = (page: string): string => `${signInPath}?next=${encodeURIComponent(page)}`;

export const dashboardPath = "/storefront/dashboard/";
export const profilePath = `${dashboardPath}profile/` as const;
export const settingsPath = `${dashboardPath}settings/` as const;

const calls = "/storefront/api/customers";
export const addressPath = `${calls}/address` as const;
export const defaultAddressPath = `${addressPath}/default` as const;
export const avatarPath = `${calls}/avatar` as const;
export const sessionPath = `${calls}/session` as const;
export const sessionsPath = `${calls}/sessions` as const;
export const exportPath = `${calls}/export` as const;
export const disablePath = `${calls}/disable` as const;

/** The path of the call that changes one of `profileFields`. */
export const profileFieldPath = (field: string): string => `${calls}/${field}`;
