import type { SocialButtonsProps } from "../../islands/identity/social-buttons.props.ts";

const providers = [
  { place: 1, label: "Demo One" },
  { place: 2, label: "Demo Two" },
];

export const states = {
  "two providers": { providers, popup: true },
  "another page to go on to": { providers, popup: false, next: "/storefront/cart/" },
} satisfies Record<string, SocialButtonsProps>;
