import { allCategories } from "../../catalog/categories.ts";
import { productsTyped, referencedProducts } from "../../catalog/references.ts";
import { countOpenWithPromo, countUses, mostCounted, timesText } from "../../checkout/promo-records.ts";
import { promoKinds } from "../../checkout/rules/promo.ts";
import { type PromoFields, tidyCode } from "../../checkout/rules/promo-fields.ts";
import { listMethods } from "../../checkout/shipping-records.ts";
import { toAmount } from "../../money.ts";
import { invalidFields, ok } from "../../outcome.ts";
import {
  areaPart,
  checksPart,
  dayText,
  fieldPart,
  radioPart,
  typedCents,
  typedDay,
  typedList,
  typedNumber,
  typedPercent,
  typedText,
} from "./form.ts";
import { promoEffects, promoKind } from "./kinds.ts";
import type { RuleScreens } from "./screens.ts";

const buySome = "buy some";

const kindOptions = promoKinds.map((kind) => ({ value: kind, label: promoEffects[kind] }));

/** Cents as `5.00`; empty for null. */
export const centsText = (cents: number | null): string => (cents === null ? "" : toAmount(cents).toFixed(2));
const numberText = (value: number | null): string => (value === null || value === 0 ? "" : String(value));

const countText = (count: number): string => (count >= mostCounted ? `${mostCounted} or more` : String(count));
/** The number of open checkouts in words, such as `3 open checkouts have this code applied.` */
export const openText = (count: number, what: string): string => {
  if (count > 1) return `${countText(count)} open checkouts have ${what}.`;
  return `${count === 1 ? "1" : "No"} open checkout has ${what}.`;
};

export const promoScreens: RuleScreens<PromoFields> = {
  kind: promoKind,
  title: "Promos",
  one: "promo",
  intro: "Codes that shoppers type. The checkout takes the effect off the products a promo is for.",
  blank: {
    ...{ code: "", kind: "percent", amount: 0, buyQuantity: 0, getQuantity: 0, getPercent: 0, minimum: 0 },
    ...{ usageLimit: null, oncePerCustomer: false, firstOrderOnly: false, startsAt: 0, endsAt: null, active: true },
    ...{ categoryIds: [], productIds: [], methodIds: [] },
  },
  parts: async ({ db, dates, now }, fields, isNew) => {
    const categories = (await allCategories(db)).map(({ id, name }) => ({ value: id, label: name }));
    const products = await referencedProducts(db, fields.productIds);
    const methods = (await listMethods(db)).map(({ id, name }) => ({ value: id, label: name }));
    const amount = fields.kind === "amount" ? centsText(fields.amount) : numberText(fields.amount);
    const yes = (label: string) => [{ value: "1", label }];
    return [
      fieldPart("code", "Code", fields.code, { required: true, hint: "Shoppers may type it in any letter case." }),
      radioPart("kind", "What it does", kindOptions, fields.kind),
      fieldPart("amount", "Percent or dollars off", amount, {
        ...{ inputmode: "decimal", onlyFor: "percent or dollars off" },
        hint: "10 for 10%, 5.00 for $5.00.",
      }),
      fieldPart("buyQuantity", "Units to buy", numberText(fields.buyQuantity), { inputmode: "numeric", onlyFor: buySome }),
      fieldPart("getQuantity", "Units at a lower price", numberText(fields.getQuantity), {
        ...{ inputmode: "numeric", onlyFor: buySome },
        hint: "The cheapest ones, for each whole group.",
      }),
      fieldPart("getPercent", "Percent off those units", numberText(fields.getPercent), {
        ...{ inputmode: "numeric", onlyFor: buySome },
        hint: "100 makes them free.",
      }),
      fieldPart("minimum", "Minimum in dollars", fields.minimum === 0 ? "" : centsText(fields.minimum), { inputmode: "decimal" }),
      checksPart("categoryIds", "Only these categories", categories, fields.categoryIds, "None of them: all products."),
      areaPart(
        "productIds",
        "Only these products",
        products.map(({ slug }) => slug).join("\n"),
        "One a line: the end of the product’s address, or all of it.",
      ),
      checksPart(
        "methodIds",
        "Only these shipping methods",
        methods,
        fields.methodIds,
        "For free shipping. None of them: all methods.",
      ),
      fieldPart("usageLimit", "Most uses", numberText(fields.usageLimit), { inputmode: "numeric" }),
      checksPart("oncePerCustomer", "Each customer", yes("Once per customer"), fields.oncePerCustomer ? ["1"] : []),
      checksPart("firstOrderOnly", "New customers", yes("First order only"), fields.firstOrderOnly ? ["1"] : []),
      fieldPart("startsAt", "First day", dayText(isNew ? now : fields.startsAt, dates), { type: "date", required: true }),
      fieldPart("endsAt", "Last day", dayText(fields.endsAt, dates), {
        type: "date",
        hint: `In the shop’s time zone, ${dates.timeZone}.`,
      }),
      checksPart("active", "State", yes("On"), fields.active ? ["1"] : [], "Off ends it at once. It can be turned on again."),
    ];
  },
  fieldsTyped: async ({ db, dates }, typed, stored) => {
    const kind = promoKinds.find((each) => each === typedText(typed, "kind")) ?? "percent";
    const { products, unknown } = await productsTyped(db, typedText(typed, "productIds"));
    if (unknown.length > 0)
      return invalidFields([{ field: "productIds", message: `There is no product ${unknown.slice(0, 5).join(", ")}.` }]);
    const isBuyGet = kind === "buy_get";
    const amount = kind === "amount" ? typedCents(typed, "amount", Number.NaN) : typedPercent(typed, "amount");
    return ok({
      code: tidyCode(typedText(typed, "code")),
      kind,
      amount: kind === "percent" || kind === "amount" ? amount : 0,
      buyQuantity: isBuyGet ? typedNumber(typed, "buyQuantity", Number.NaN) : 0,
      getQuantity: isBuyGet ? typedNumber(typed, "getQuantity", Number.NaN) : 0,
      getPercent: isBuyGet ? typedPercent(typed, "getPercent") : 0,
      minimum: typedCents(typed, "minimum", 0),
      usageLimit: typedNumber(typed, "usageLimit", null),
      oncePerCustomer: typedText(typed, "oncePerCustomer") === "1",
      firstOrderOnly: typedText(typed, "firstOrderOnly") === "1",
      startsAt: typedDay(typed, "startsAt", { none: Number.NaN, stored: stored?.startsAt, dates }),
      endsAt: typedDay(typed, "endsAt", { none: null, stored: stored?.endsAt, dates, isEnd: true }),
      active: typedText(typed, "active") === "1",
      categoryIds: typedList(typed, "categoryIds").sort(),
      productIds: products.map(({ id }) => id).sort(),
      methodIds: typedList(typed, "methodIds").sort(),
    });
  },
  facts: async ({ db }, id) => {
    const used = await countUses(db, id);
    const open = await countOpenWithPromo(db, id);
    return [
      used > 0 ? `It was used ${timesText(used)}: its code and kind stay.` : "It was not used yet.",
      `${openText(open, "this code applied")} A change counts there at once; nobody is charged a total that was not shown.`,
    ];
  },
};
