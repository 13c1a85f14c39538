import type { AvatarFormProps } from "../../islands/customers/avatar-form.props.ts";

export const states = {
  "no picture": { token: "t-1" },
  "a picture": { token: "t-1", url: "/static/favicon.svg" },
  refused: { token: "t-1", error: "Choose a picture of 2 MB or less." },
} satisfies Record<string, AvatarFormProps>;
