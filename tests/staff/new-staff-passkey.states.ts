import type { NewStaffPasskeyProps } from "../../islands/staff/new-staff-passkey.props.ts";

export const states = {
  "a first passkey": { options: JSON.stringify({ challenge: "AAAA", user: { id: "AAAA" }, excludeCredentials: [] }) },
} satisfies Record<string, NewStaffPasskeyProps>;
