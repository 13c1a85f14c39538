import type { PasskeySigninProps } from "../../islands/identity/passkey-signin.props.ts";
import { passkeyChallengePath } from "../../server/identity/paths.ts";

export const states = {
  new: {},
  "leads on": { next: "/storefront/cart/" },
} satisfies Record<string, PasskeySigninProps>;

/** It asks for the passkeys of the email field by itself. */
export const answers = { new: { [passkeyChallengePath]: null }, "leads on": { [passkeyChallengePath]: null } };
