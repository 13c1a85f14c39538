import { z } from "zod";
import { mostFavourites } from "../wishlist/favourites.ts";

const text = (most: number) => z.string().max(most);
/** A name stands in letters and pages, and PostgreSQL keeps no U+0000. */
const line = (most: number) => text(most).refine((typed) => !/\p{Cc}/u.test(typed), "must not hold control characters");

/** Both are judged by rules, so that an empty one gets words of its own. */
export const signInBody = z.object({ email: text(300), password: text(500), next: text(1000).optional() });

export const signUpBody = z.object({
  email: text(300),
  password: text(500),
  first_name: line(100),
  last_name: line(100).default(""),
  botToken: text(4000).optional(),
  next: text(1000).optional(),
});

export const verifyBody = z.object({
  token: text(2000),
  next: text(1000).optional(),
  /**
   * ids of what this browser's guest liked, the latest first; whatever else stands there may not
   * keep anybody from signing in
   */
  favorites: z.array(line(64)).max(mostFavourites).catch([]),
});

/** Where the provider told nothing, a field is empty (acceptance 186–188). */
export const newUserBody = z.object({
  id: text(255).min(1),
  first_name: line(100).default(""),
  last_name: line(200).default(""),
  gender: line(40).default(""),
  birthday: z.union([z.literal(""), z.iso.date()]).default(""),
  password: text(500).optional(),
  token: text(200).optional(),
});

export const passwordBody = z.object({ currentPassword: text(500).default(""), newPassword: text(500).default("") });

/** First a mail, later the mailed token with a new password. */
export const resetBody = z.union([z.object({ token: text(100), newPassword: text(500) }), z.object({ email: text(300) })]);

/** A single-use link's token, posted by the page that it leads to. */
export const onceBody = z.object({ token: text(100), next: text(1000).optional() });

export const signUpLinkBody = onceBody.extend({ password: text(500).default("") });
