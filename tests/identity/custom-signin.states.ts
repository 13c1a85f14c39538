import type { CustomSigninProps } from "../../islands/identity/custom-signin.props.ts";

const custom = { csrf: "t-1", token: "custom" };

export const states = {
  new: custom,
  "somebody else is signed in": { ...custom, other: "ann@example.com" },
} satisfies Record<string, CustomSigninProps>;
