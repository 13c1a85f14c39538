import type { StaffPasskeyProps } from "../../islands/staff/staff-passkey.props.ts";

export const states = {
  "a sign-in": { field: "credential", label: "Sign in with a passkey" },
} satisfies Record<string, StaffPasskeyProps>;
