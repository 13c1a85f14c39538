import { view } from "../../web/view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { staffOrderPath, staffOrdersPath } from "../paths.ts";
import type { PickList } from "./pick-list.ts";

const ordersText = (orders: PickList["picks"][number]["orders"]): string =>
  orders.map(({ number, units }) => (units === 1 ? String(number) : `${number} (${units})`)).join(", ");

/** The units to pick for several orders, to print. */
export const pickPage = (context: StaffContext, { picks, orders, leftOut }: PickList, cut: string | undefined) => ({
  ...staffFrame(context, "Pick list", staffOrdersPath),
  list: staffOrdersPath,
  cut,
  orders,
  oneOrder: orders === 1,
  units: picks.reduce((sum, { units }) => sum + units, 0),
  groups: [...Map.groupBy(picks, ({ category }) => category)].map(([category, each]) => ({
    category,
    picks: each.map((pick) => ({ ...pick, orders: ordersText(pick.orders) })),
  })),
  leftOut: leftOut.map(({ number, why }) => ({ number, why, href: staffOrderPath(number) })),
});

type PickPage = ReturnType<typeof pickPage>;
export const pickView = view<PickPage>("staff/picks");
