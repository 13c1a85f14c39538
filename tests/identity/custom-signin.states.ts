import type { CustomSigninProps } from "../../islands/identity/custom-signin.props.ts";
import { tokenPath } from "../../server/identity/paths.ts";

const custom = { csrf: "t-1", token: "custom" };

export const states = {
  new: custom,
  "somebody else is signed in": { ...custom, other: "ann@example.com" },
} satisfies Record<string, CustomSigninProps>;

/** The island signs in by itself; the call has no answer yet. */
export const answers = { new: { [tokenPath]: null } };
