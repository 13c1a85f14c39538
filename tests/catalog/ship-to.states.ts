import type { ShipToProps } from "../../islands/ui/ship-to.props.ts";

export const states = {
  everywhere: { name: "Everywhere" },
  texas: { area: "TX", name: "Texas" },
} satisfies Record<string, ShipToProps>;
