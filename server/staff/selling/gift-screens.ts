import { productsTyped, referencedProducts } from "../../catalog/references.ts";
import { listGifts } from "../../checkout/gift-records.ts";
import type { GiftFields } from "../../checkout/rules/gift-fields.ts";
import { dollars } from "../../money.ts";
import { invalidFields, ok } from "../../outcome.ts";
import { areaPart, checksPart, fieldPart, typedCents, typedText } from "./form.ts";
import { giftKind } from "./kinds.ts";
import { centsText } from "./promo-screens.ts";
import type { RuleScreens } from "./screens.ts";

export const giftScreens: RuleScreens<GiftFields> = {
  kind: giftKind,
  title: "Gifts",
  one: "gift rule",
  intro: "From a value of products after discount on, a shopper may choose one of these for nothing.",
  heads: ["From", "Name", "Products", "State"],
  rows: async ({ db }) =>
    (await listGifts(db)).map(({ id, threshold, name, productIds, active }) => ({
      id,
      cells: [dollars(threshold), name || "–", String(productIds.length), active ? "On" : "Off"],
      isOff: !active,
    })),
  blank: { name: "", threshold: 0, active: true, productIds: [] },
  parts: async ({ db }, { name, threshold, active, productIds }, isNew) => [
    fieldPart("threshold", "From, in dollars", isNew ? "" : centsText(threshold), { inputmode: "decimal", required: true }),
    fieldPart("name", "Name, for the staff", name),
    areaPart(
      "productIds",
      "Products to choose from",
      (await referencedProducts(db, productIds)).map(({ slug }) => slug).join("\n"),
      "One a line: the end of the product’s address, or all of it.",
    ),
    checksPart("active", "State", [{ value: "1", label: "On" }], active ? ["1"] : []),
  ],
  fieldsTyped: async ({ db }, typed) => {
    const { products, unknown } = await productsTyped(db, typedText(typed, "productIds"));
    if (unknown.length > 0)
      return invalidFields([{ field: "productIds", message: `There is no product ${unknown.slice(0, 5).join(", ")}.` }]);
    return ok({
      name: typedText(typed, "name"),
      threshold: typedCents(typed, "threshold", Number.NaN),
      active: typedText(typed, "active") === "1",
      productIds: products.map(({ id }) => id).sort(),
    });
  },
};
