import type { SignupFormProps } from "../../islands/identity/signup-form.props.ts";

const form = {
  token: "t-1",
  typed: { email: "", first_name: "", last_name: "" },
  errors: [],
  bots: { kind: "work" as const },
};

export const states = {
  new: form,
  "for an order": { ...form, order: { id: "o-1", email: "ann@example.com" } },
  refused: {
    ...form,
    typed: { email: "ann@example.com", first_name: "Ann", last_name: "Lee" },
    errors: [{ field: "password", message: "Use 8 characters or more." }],
  },
} satisfies Record<string, SignupFormProps>;
