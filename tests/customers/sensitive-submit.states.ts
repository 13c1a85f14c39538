import type { SensitiveSubmitProps } from "../../islands/customers/sensitive-submit.props.ts";

export const states = {
  secondary: { label: "Sign out everywhere", kind: "secondary" },
  "one of several": { label: "Sign out", kind: "link", of: "Firefox on Windows, since today" },
  "of a page": { label: "Turn on", kind: "primary" },
} satisfies Record<string, SensitiveSubmitProps>;
