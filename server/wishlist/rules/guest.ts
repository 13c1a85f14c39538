/** Where a guest is sent who pressed a heart without scripts: to sign in, and then back. */
export const guestSignInPath = (signin: string, next: string): string => `${signin}?next=${encodeURIComponent(next)}`;
