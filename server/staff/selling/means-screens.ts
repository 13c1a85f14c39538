import { listMeans } from "../../checkout/means-records.ts";
import type { MeansFields } from "../../checkout/rules/means-fields.ts";
import { onCell } from "../lists/columns.ts";
import { meansKind } from "./kinds.ts";
import { meansForm } from "./means-form.ts";
import type { RuleScreens } from "./screens.ts";

export const meansScreens: RuleScreens<MeansFields> = {
  kind: meansKind,
  form: meansForm,
  title: "Payment without a card",
  one: "payment method",
  intro:
    "Other ways to pay that shoppers may choose in place of a card. Their order is placed at once, and you record the payment when it arrives. Halfway through the days to pay, the shopper gets a reminder. If nothing is paid or shipped by the end, the order is canceled and restocked.",
  heads: ["Name", "Days to pay", "Packing", "State"],
  rows: async ({ db }) =>
    (await listMeans(db)).map(({ id, name, termDays, shipsUnpaid, active }) => ({
      id,
      cells: [name, String(termDays), shipsUnpaid ? "before it is paid" : "once it is paid", onCell(active)],
    })),
  facts: async () => ["Orders keep the name and instructions that they were placed with."],
};
