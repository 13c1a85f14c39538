import type { SocialReturnProps } from "../../islands/identity/social-return.props.ts";
import { newUserPath } from "../../server/identity/paths.ts";

const user = { id: "p-mary", first_name: "Mary", last_name: "Ann Lee", gender: "female", birthday: "1990-05-04" };
const back = { token: "t-1", entry: "e-1", user, email: "mary@example.com", asks: false, errors: [] };

export const states = {
  "by itself": back,
  "asks for the password": { ...back, asks: true },
  "wrong password": { ...back, asks: true, errors: [{ field: "password", message: "That’s not the password." }] },
} satisfies Record<string, SocialReturnProps>;

/** The island continues by itself; the call has no answer yet. */
export const answers = { "by itself": { [newUserPath]: null } };
