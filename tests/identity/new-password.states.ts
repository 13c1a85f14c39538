import type { NewPasswordProps } from "../../islands/identity/new-password.props.ts";

export const states = {
  new: { name: "password", label: "Password" },
  refused: { name: "password", label: "Password", error: "Use 8 characters or more." },
} satisfies Record<string, NewPasswordProps>;
