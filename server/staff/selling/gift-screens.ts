import { listGifts } from "../../checkout/gift-records.ts";
import type { GiftFields } from "../../checkout/rules/gift-fields.ts";
import { dollars } from "../../money.ts";
import { onCell } from "../lists/columns.ts";
import { giftForm } from "./gift-form.ts";
import { giftKind } from "./kinds.ts";
import type { RuleScreens } from "./screens.ts";

export const giftScreens: RuleScreens<GiftFields> = {
  kind: giftKind,
  form: giftForm,
  title: "Gifts",
  one: "gift rule",
  intro: "From a value of products after discount on, a shopper may choose one of these for nothing.",
  heads: ["From", "Name", "Products", "State"],
  rows: async ({ db }) =>
    (await listGifts(db)).map(({ id, threshold, name, productIds, active }) => ({
      id,
      cells: [dollars(threshold), name, String(productIds.length), onCell(active)],
    })),
};
