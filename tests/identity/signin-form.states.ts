import type { SigninFormProps } from "../../islands/identity/signin-form.props.ts";

const form = { token: "t-1", typed: { email: "" }, errors: [] };

export const states = {
  new: form,
  refused: { ...form, typed: { email: "ann@example.com" }, formError: "The email or password is wrong." },
  "missing fields": { ...form, errors: [{ field: "email", message: "Enter your email address." }] },
} satisfies Record<string, SigninFormProps>;
