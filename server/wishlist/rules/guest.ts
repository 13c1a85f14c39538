/**
 * The path to which a guest is sent after pressing a heart without scripts: the sign-in, which then
 * leads back.
 */
export const guestSignInPath = (signin: string, next: string): string => `${signin}?next=${encodeURIComponent(next)}`;
