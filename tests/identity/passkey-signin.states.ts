import type { PasskeySigninProps } from "../../islands/identity/passkey-signin.props.ts";
import { passkeyChallengePath } from "../../server/identity/paths.ts";

export const states = {
  new: {},
  "leads on": { next: "/storefront/cart/" },
} satisfies Record<string, PasskeySigninProps>;

/** The island asks for the email field's passkeys by itself. */
export const answers = { new: { [passkeyChallengePath]: null }, "leads on": { [passkeyChallengePath]: null } };
