import type { PasskeyAddProps } from "../../islands/identity/passkey-add.props.ts";

export const states = {
  new: { suggestion: "Firefox on Windows" },
} satisfies Record<string, PasskeyAddProps>;
