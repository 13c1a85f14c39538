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
    "What shoppers are offered beside cards. The order is placed and its stock is sold; you record the money when it comes. There is one reminder at half the time, and what is unpaid at the end is canceled and restocked.",
  heads: ["Name", "Days to pay", "Packing", "State"],
  rows: async ({ db }) =>
    (await listMeans(db)).map(({ id, name, termDays, shipsUnpaid, active }) => ({
      id,
      cells: [name, String(termDays), shipsUnpaid ? "before it is paid" : "once it is paid", onCell(active)],
    })),
  facts: async () => ["Orders that took it keep its name and instructions as they were."],
};
