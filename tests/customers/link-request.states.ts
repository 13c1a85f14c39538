import type { LinkRequestProps } from "../../islands/customers/link-request.props.ts";

export const states = {
  primary: { next: "/identity/reset/?link=sent", kind: "primary" },
  secondary: { next: "/storefront/orders/lookup/?notice=link-sent", kind: "secondary" },
} satisfies Record<string, LinkRequestProps>;
