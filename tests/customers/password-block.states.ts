import type { PasswordBlockProps } from "../../islands/customers/password-block.props.ts";

const block = { token: "t-1", email: "ann@example.com", open: false, errors: [] };

export const states = {
  closed: block,
  open: { ...block, open: true },
  refused: { ...block, open: true, errors: [{ field: "newPassword", message: "new password is missing" }] },
} satisfies Record<string, PasswordBlockProps>;
