import type { ProfileFieldProps } from "../../islands/customers/profile-field.props.ts";

export const states = {
  phone: { field: "phone", label: "Phone", token: "t-1", value: "555 0100", shown: "555 0100", autoComplete: "tel" },
} satisfies Record<string, ProfileFieldProps>;
