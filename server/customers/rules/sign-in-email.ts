/** The pattern of an account's address, narrower than the checkout's (requirement 175). */
const pattern = /^[A-Za-z0-9._-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,6}$/;

/** The pattern also rejects an empty email (requirement 176). */
export const isSignInEmail = (email: string): boolean => email.length <= 254 && pattern.test(email);

export const wrongEmail = "Enter an email address like name@example.com.";
