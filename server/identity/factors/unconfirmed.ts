import { type Refusal, refuse } from "../../outcome.ts";
import type { AccountRow } from "../queries.ts";

const unconfirmed = refuse(
  "unconfirmed",
  "Please confirm your email address first. Open the link that we emailed to you, or have it sent again from your account.",
);

/**
 * Refuses another way to sign in for an account with an unconfirmed address: the person who signed
 * up may not hold the address, and the added way would outlast the holder's new password.
 */
export const unlessConfirmed = ({ email_verified }: AccountRow): Refusal | undefined =>
  email_verified === 1 ? undefined : unconfirmed;
