import { type Refusal, refuse } from "../../outcome.ts";
import type { AccountRow } from "../queries.ts";

const unconfirmed = refuse(
  "unconfirmed",
  "Please confirm your email address first. Open the link that we emailed to you, or have it sent again from your account.",
);

/**
 * Refuses another way to sign in to an account whose address nobody has confirmed: who signed up with it may not be
 * its holder, and what they add would outlast the holder's new password.
 */
export const unlessConfirmed = ({ email_verified }: AccountRow): Refusal | undefined =>
  email_verified === 1 ? undefined : unconfirmed;
