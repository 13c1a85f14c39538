import type { ChooseOptionsProps } from "../../islands/catalog/choose-options.props.ts";

export const states = {
  tee: { name: "Tee", href: "/storefront/products/tee/" },
} satisfies Record<string, ChooseOptionsProps>;
